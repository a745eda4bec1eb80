// Integer casts narrowing and widening through every pair of interesting widths.
#include <stdio.h>
static void show(long long v) {
    printf("%lld: %d %d %d %d ", v, (signed char)v, (unsigned char)v, (short)v, (unsigned short)v);
    printf("%d %u %lld %llu %d\n", (int)v, (unsigned)v, (long long)(int)v, (unsigned long long)(unsigned)v, (_Bool)v);
}
int main(void) {
    static const long long values[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647LL,
        2147483648LL, 4294967295LL, 4294967296LL, -2147483649LL, 0x123456789abcdef0LL, -9223372036854775807LL - 1};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) show(values[i]);
    signed char sc = -5; unsigned char uc = 251;
    printf("%u %u %lld %llu\n", (unsigned)sc, (unsigned)uc, (long long)sc, (unsigned long long)sc);
    printf("%d %d\n", (short)(unsigned short)sc, (int)(unsigned short)(signed char)uc);
    printf("%lu\n", (unsigned long)(unsigned char)-1);
    return (unsigned char)(short)0x1ff - 200;
}
