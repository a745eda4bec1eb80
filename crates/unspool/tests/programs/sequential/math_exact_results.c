// Results of sin, exp, log, pow and so on that are exact: these are computed, all others are any number of the range.
#include <errno.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double zero = 0, one = 1, two = 2, minus = -1, infinite = INFINITY;
    printf("%g %g %g %g %g %g\n", sin(zero), cos(zero), tan(zero), asin(zero), acos(one), atan(zero));
    printf("%g %g %g %g %g %g\n", sinh(zero), cosh(zero), tanh(zero), asinh(zero), acosh(one), atanh(zero));
    printf("%g %g %g %g %g %g\n", exp(zero), exp2(two), expm1(zero), log(one), log2(8 * two), log1p(zero));
    printf("%g %g %g %g %g\n", log10(one), cbrt(zero), erf(zero), erfc(zero), atan2(zero, one));
    for (int i = 0; i < 16; i++)
        printf("%.17g %.17g %.17g ", pow(10, i), pow(-3, i), pow(two, -i));
    printf("%g %g %g %g\n", pow(zero, two), pow(infinite, minus), pow(5, one), pow(one, 0.1));
    printf("%g %g %g\n", hypot(zero, 4), lgamma(one), tgamma(two));
    printf("%g %g %g %g\n", exp(-infinite), exp(infinite), log(infinite), cosh(infinite));
    errno = 0;
    printf("%d", isnan(log(minus)));
    printf(" %d", errno == EDOM);
    errno = 0;
    printf(" %g", log(zero));
    printf(" %d", errno == ERANGE);
    errno = 0;
    printf(" %d", isnan(pow(minus, 0.5)));
    printf(" %d\n", errno == EDOM);
    return 0;
}
