// Unary plus, minus, complement, not on each type and their chaining.
#include <stdio.h>
#include <limits.h>
int main(void) {
    unsigned char uc = 1; signed char sc = -128; unsigned short us = 1; short s = -32768; unsigned u = 1;
    unsigned long ul = 1; unsigned long long ull = 1; long long ll = LLONG_MAX; int i = INT_MIN; double d = 0.0; float f = 2.5f;
    printf("%d %d %d %d\n", -uc, ~uc, -sc, ~sc);
    printf("%d %d %d %d\n", -us, ~us, -s, ~s);
    printf("%u %u %lu %lu\n", -u, ~u, -ul, ~ul);
    printf("%llu %llu %lld %lld\n", -ull, ~ull, -ll, ~ll);
    printf("%d %d %d\n", ~i, +i, !i);
    printf("%g %g %g\n", -d, -f, +f);
    printf("%d %d %d %d\n", - -5, -~5, ~-5, !!~-1);
    printf("%d %d\n", !0.0, !1e-300);
    printf("%d\n", -(-(-(3))));
    const char *p = "x";
    printf("%d %d\n", !p, !*p);
    return -(signed char)-77;
}
