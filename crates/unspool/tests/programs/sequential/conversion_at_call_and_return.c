// Implicit conversions of arguments, return values and assignments to narrower or floating types.
#include <stdio.h>
static signed char ret_sc(int x) { return x; }
static unsigned char ret_uc(int x) { return x; }
static short ret_s(long long x) { return x; }
static _Bool ret_b(double d) { return d; }
static int ret_i(double d) { return d; }
static float ret_f(int x) { return x; }
static double take(signed char a, unsigned short b, float c, _Bool d, long long e) { return a + b * 2.0 + c + d * 1000 + e; }
static unsigned ret_u(int x) { return x; }
static long long ret_ll(unsigned x) { return x; }
int main(void) {
    printf("%d %d %d\n", ret_sc(200), ret_uc(-1), ret_s(0x12345678LL));
    printf("%d %d %d %g\n", ret_b(0.1), ret_i(-3.99), ret_b(0), ret_f(-7));
    printf("%g\n", take(300, 70000, 1.5, 9, -5.9));
    printf("%u %lld\n", ret_u(-2), ret_ll(-2));
    int i = 'a' + 1.9; char c = 321; unsigned short us = -1; float f = 7 / 2; double d = 7 / 2.0f; long long ll = 1u - 2u; long long lm = 1 - 2u + 0LL;
    printf("%d %d %d %g %g %lld %lld\n", i, c, us, f, d, ll, lm);
    i = c = us = 0x1ff; printf("%d %d %d\n", i, c, us);
    d = i = 3.7; printf("%g %d\n", d, i);
    return ret_uc(0x123);
}
