// Addition and subtraction at every integer width, with promotion and truncating store-back.
#include <stdio.h>
#define TEST(T, a, b) do { T x = (T)(a), y = (T)(b); T s = (T)(x + y), d = (T)(x - y); \
    printf("%-20s %lld %lld -> %lld %lld\n", #T, (long long)x, (long long)y, (long long)s, (long long)d); } while (0)
int main(void) {
    TEST(char, 100, 27);
    TEST(signed char, 127, 1);
    TEST(signed char, -128, 1);
    TEST(unsigned char, 250, 10);
    TEST(unsigned char, 3, 10);
    TEST(short, 32767, 1);
    TEST(short, -32768, 32767);
    TEST(unsigned short, 65535, 1);
    TEST(unsigned short, 0, 1);
    TEST(int, 2000000000, 147483647);
    TEST(int, -2000000000, 147483647);
    TEST(unsigned, 4000000000u, 500000000u);
    TEST(unsigned, 1, 2);
    TEST(long, 1000000000L, 999999999L);
    TEST(unsigned long, 5, 6);
    TEST(long long, 9000000000000000000LL, 223372036854775807LL);
    TEST(unsigned long long, 18446744073709551615ULL, 2);
    TEST(_Bool, 1, 1);
    TEST(_Bool, 0, 1);
    return 7;
}
