// Integer to float and double conversion, rounding to nearest even when bits are lost.
#include <stdio.h>
int main(void) {
    static const int ints[] = {16777215, 16777216, 16777217, 16777219, 33554435, -16777217, 2147483647, -2147483647 - 1};
    for (int i = 0; i < 8; i++) { volatile float f = (float)ints[i]; printf("%d %.1f\n", ints[i], f); }
    static const long long lls[] = {9007199254740992LL, 9007199254740993LL, 9007199254740995LL, 9223372036854775807LL, -9007199254740993LL};
    for (int i = 0; i < 5; i++) { volatile double d = (double)lls[i]; printf("%lld %.1f\n", lls[i], d); }
    static const unsigned long long ulls[] = {18446744073709551615ull, 9223372036854775809ull, 9223372036854777856ull, 1ull << 63};
    for (int i = 0; i < 4; i++) { volatile double d = (double)ulls[i]; volatile float f = (float)ulls[i]; printf("%.1f %.1f\n", d, f); }
    volatile float u = 4294967295u; volatile double v = 4294967295u; printf("%.1f %.1f\n", u, v);
    volatile float from_double = (float)16777217.0; printf("%.1f\n", from_double);
    volatile float sixth = 0.1f; printf("%.12f\n", sixth);
    return (int)(v / 16777216.0);
}
