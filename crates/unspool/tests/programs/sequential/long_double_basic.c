// long double arithmetic with a 64-bit significand, conversion and printing.
#include <stdio.h>
#include <float.h>
int main(void) {
    long double a = 1.0L, b = 3.0L, big = 9223372036854775807.0L;
    printf("%Lf %.3Lf %Lg %Le\n", a + b, a / 4, b * 2.5L, a - b);
    printf("%.0Lf %.0Lf\n", big, big + 2);
    unsigned long long u = 18446744073709551615ull; long double lu = u;
    printf("%.0Lf %d\n", lu, lu == 18446744073709551615.0L);
    printf("%llu\n", (unsigned long long)lu);
    long double f = 1; for (int i = 2; i <= 25; i++) f *= i;
    printf("%.0Lf\n", f);
    printf("%d %d %d\n", a < b, a == 1, (int)(b / 2));
    double narrowed = 0.1L; float fl = 0.5L; printf("%.20f %g\n", narrowed, fl);
    printf("%.22Lf\n", 0.1L);
    printf("%d %d\n", LDBL_MANT_DIG, DBL_MANT_DIG);
    a += 0.5; a *= 2; a--; printf("%Lg %d\n", a, !a);
    return (int)f & 127;
}
