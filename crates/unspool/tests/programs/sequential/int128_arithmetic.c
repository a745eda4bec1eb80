// __int128 addition, multiplication, division, shifts and comparison where the type exists.
#include <stdio.h>
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 u128;
typedef __int128 i128;
static void print_u128(u128 v) {
    char buf[50]; int n = 49; buf[n] = 0;
    do { buf[--n] = '0' + (int)(v % 10); v /= 10; } while (v);
    puts(buf + n);
}
static void print_i128(i128 v) { if (v < 0) { putchar('-'); print_u128(-(u128)v); } else print_u128(v); }
#endif
int main(void) {
#ifdef __SIZEOF_INT128__
    u128 f = 1;
    for (int i = 2; i <= 34; i++) f *= i;
    print_u128(f);
    print_u128(~(u128)0);
    print_u128(f / 1234567890123456789ull);
    print_u128(f % 1234567890123456789ull);
    print_u128(f >> 64); print_u128((u128)1 << 127); print_u128((f << 3) ^ f);
    i128 s = -((i128)1 << 100);
    print_i128(s); print_i128(s / 7); print_i128(s % 7); print_i128(s >> 90); print_i128(s * 3 + 5);
    printf("%d %d %d\n", s < 0, (u128)s > f, s == -((i128)1 << 100));
    printf("%lld %llu\n", (long long)(s >> 70), (unsigned long long)f);
    s++; --s; s -= 1; s |= 1; print_i128(s); print_i128(-s); print_i128(!s);
    u128 c = (u128)18446744073709551615ull * 18446744073709551615ull;
    print_u128(c); print_u128((unsigned long long)(c >> 64)); printf("%zu\n", sizeof c);
    double d = (double)((i128)1 << 80); printf("%g\n", d); print_i128((i128)-1e20);
#endif
    return 12;
}
