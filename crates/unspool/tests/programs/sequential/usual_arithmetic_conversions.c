// Values that change under the usual arithmetic conversions.
#include <stdio.h>
int main(void) {
    int neg = -3; unsigned u = 2; long l = -3; unsigned long ul = 2; long long ll = -3; unsigned long long ull = 2;
    unsigned char uc = 200; signed char sc = -56;
    printf("%u %u %u\n", neg + u, neg * u, neg / u);
    printf("%lld\n", (long long)(neg + u));
    printf("%lld\n", (long long)(l + u));
    printf("%lu %llu\n", l + ul, ll + ull);
    printf("%lld\n", (long long)(ll * u));
    printf("%d %d\n", uc == sc, (unsigned char)sc == uc);
    printf("%d\n", (uc + sc));
    printf("%u\n", -1 + 0u);
    printf("%llu\n", -1 + 0ull);
    printf("%llu\n", (unsigned long long)-1u);
    printf("%llu\n", (unsigned long long)-1);
    printf("%g %g\n", neg + 0.5, u - 2.5f);
    printf("%g\n", (double)(neg + u));
    printf("%d\n", (int)(neg / 2.0));
    printf("%d\n", -1 > 0u);
    return (unsigned char)(neg - u);
}
