/* pow, hypot, atan2, acosh, sincos; results that are exact, and that those that are not are any */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>

#if defined POWERS
int main(void) {
    volatile double x = 0.5, y = -2.5;
    double a = pow(x, 2.5), b = pow(y, 3), c = pow(y, 2);
    assert(a >= 0 && a <= 1 && b <= -1 && c >= 1); // SAFE
    float f = powf(x, 2.5f);
    long double l = powl(x, 2.5L);
    assert(f >= 0 && f <= 1 && l >= 0 && l <= 1 && powf(3, 3) == 27 && powl(3, 3) == 27);
}
#elif defined TWO_ARGUMENTS
int main(void) {
    volatile double x = 0.5;
    assert(hypot(x, 3) >= 3 && hypotf(x, 3) >= 3 && hypotl(x, 3) >= 3); // SAFE
    assert(atan2(x, 1) >= 0 && atan2f(x, 1) >= 0 && atan2l(x, 1) < 3.2L);
    assert(acosh(2 + x) >= 0 && acoshf(2 + x) >= 0 && acoshl(2 + x) >= 0);
}
#elif defined SINE_AND_COSINE
int main(void) {
    volatile double x = 0.5;
    double s, c;
    float s_f, c_f;
    long double s_l, c_l;
    sincos(x, &s, &c);
    sincosf(x, &s_f, &c_f);
    sincosl(x, &s_l, &c_l);
    assert(s >= -1 && c <= 1 && s_f >= -1 && c_f <= 1 && s_l >= -1 && c_l <= 1); // SAFE
}
#elif defined SINE_MAY_BE_ONE
int main(void) {
    volatile double x = 0.5;
    assert(sin(x) != 1); // UNSAFE: assertion failed
}
#elif defined SINE_MAY_BE_ZERO
int main(void) {
    volatile double x = 0.5;
    assert(sin(x) != 0); // UNSAFE: assertion failed
}
#elif defined TWO_CALLS_MAY_DIFFER
int main(void) {
    volatile double x = 0.5;
    assert(sin(x) == sin(x)); // UNSAFE: assertion failed
}
#elif defined EXACT_RESULTS
int main(void) {
    assert(sin(0) == 0 && cos(0) == 1 && exp(0) == 1 && log(1) == 0 && pow(10, 3) == 1000 && exp2(5) == 32); // SAFE
}
#elif defined OUT_OF_THE_DOMAIN
int main(void) {
    volatile double x = -2;
    errno = 0;
    assert(isnan(log(x)) && errno == EDOM); // SAFE
    errno = 0;
    assert(isnan(acos(x)) && errno == EDOM);
    errno = 0;
    assert(log(x + 2) == -INFINITY && errno == ERANGE);
    errno = 0;
    assert(isnan(sqrt(x)) && errno == EDOM);
}
#endif
