// The functions of <math.h> whose results are exact, in all three formats, for a handful of numbers each.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int isnanf(float), isnanl(long double), isinff(float), isinfl(long double), finitef(float), finite(double), finitel(long double);

static const double values[] = {0.0, -0.0, 0.3, -0.5, 1.0, 1.5, -2.5, 7.25, -1000.75, 123456789.5, 1e-310, INFINITY, NAN};

#define EACH(i) for (unsigned i = 0; i < sizeof values / sizeof *values; i++)

static void show(long double number) { isnan(number) ? printf("nan ") : printf("%.12Lg ", number); }

int main(void) {
    EACH(i) {
        volatile double x = values[i];
        volatile float f = (float)x;
        volatile long double l = x;
        int e = 0;
        show(fabs(x)), show(fabsf(f)), show(fabsl(l));
        show(trunc(x)), show(truncf(f)), show(truncl(l));
        show(floor(x)), show(floorf(f)), show(floorl(l));
        show(ceil(x)), show(ceilf(f)), show(ceill(l));
        show(round(x)), show(roundf(f)), show(roundl(l));
        show(rint(x)), show(rintf(f)), show(rintl(l));
        show(nearbyint(x)), show(nearbyintf(f)), show(nearbyintl(l));
        show(roundeven(x)), show(roundevenf(f)), show(roundevenl(l));
        show(logb(x)), show(logbf(f)), show(logbl(l));
        show(frexpf(f, &e)), show(frexp(x, &e)), show(frexpl(l, &e));
        show(ldexp(x, 3)), show(ldexpf(f, -3)), show(ldexpl(l, 5));
        show(scalbn(x, 4)), show(scalbnf(f, 2)), show(scalbnl(l, -2));
        show(scalbln(x, 4)), show(scalblnf(f, 2)), show(scalblnl(l, -2));
        volatile double root = sqrt(fabs(x));
        volatile float root_f = sqrtf(fabsf(f)); /* volatile: the x87 would keep more digits */
        show(root), show(root_f), show(sqrtl(fabsl(l)));
        printf("%d%d%d %d%d%d %d%d%d\n", isnanf(f), !!isnan(x), isnanl(l), isinff(f), !!isinf(x), isinfl(l), !!finitef(f), !!finite(x), !!finitel(l));
        if (!finite(x))
            continue;
        printf("%ld %ld %ld ", lround(x), lroundf(f), lroundl(l));
        printf("%lld %lld %lld ", llround(x), llroundf(f), llroundl(l));
        printf("%ld %ld %ld ", lrint(x), lrintf(f), lrintl(l));
        printf("%lld %lld %lld ", llrint(x), llrintf(f), llrintl(l));
        printf("%d %d %d\n", ilogb(x), ilogbf(f), ilogbl(l));
        double whole;
        float whole_f;
        long double whole_l;
        show(modf(x, &whole)), show(modff(f, &whole_f)), show(modfl(l, &whole_l));
        show(whole), show(whole_f), show(whole_l);
        EACH(k) {
            volatile double y = values[k];
            volatile float g = (float)y;
            volatile long double m = y;
            int quotient = 0;
            if (!finite(y) || g == 0)
                continue;
            show(fmod(x, y)), show(fmodf(f, g)), show(fmodl(l, m));
            show(remainder(x, y)), show(remainderf(f, g)), show(remainderl(l, m));
            show(drem(x, y)), show(dremf(f, g));
            show(remquo(x, y, &quotient)), show(remquof(f, g, &quotient)), show(remquol(l, m, &quotient));
            show(copysign(x, y)), show(copysignf(f, g)), show(copysignl(l, m));
            show(fmin(x, y)), show(fminf(f, g)), show(fminl(l, m));
            show(fmax(x, y)), show(fmaxf(f, g)), show(fmaxl(l, m));
            show(fdim(x, y)), show(fdimf(f, g)), show(fdiml(l, m));
            printf("%a %a ", nextafter(x, y), nextafterf(f, g));
            printf("%d %d ", nextafterl(l, m) == l, nexttowardl(l, m) == l);
            printf("%a %a\n", nexttoward(x, m), nexttowardf(f, m));
        }
    }
    printf("%d %d %d\n", isnan(nan("")), isnan(nanf("")), isnan(nanl("")));
    return 0;
}
