// Multiplication, division and remainder at every width, truncation towards zero and sign of the remainder.
#include <stdio.h>
#define TEST(T, a, b) do { T x = (T)(a), y = (T)(b); T m = (T)(x * y), q = (T)(x / y), r = (T)(x % y); \
    printf("%-19s %lld %lld: %lld %lld %lld\n", #T, (long long)x, (long long)y, (long long)m, (long long)q, (long long)r); } while (0)
int main(void) {
    TEST(signed char, -128, 3);
    TEST(signed char, 100, -7);
    TEST(unsigned char, 200, 9);
    TEST(short, -32768, -1);
    TEST(short, 181, 182);
    TEST(unsigned short, 255, 255);
    TEST(int, -46340, 46340);
    TEST(int, -7, 2);
    TEST(int, 7, -2);
    TEST(int, -7, -2);
    TEST(unsigned, 4294967295u, 3);
    TEST(unsigned, 65536, 65537);
    TEST(long, -123456L, 789L);
    TEST(unsigned long, 4000000000ul, 7);
    TEST(long long, -3037000499LL, 3037000499LL);
    TEST(long long, (-9223372036854775807LL - 1), 1);
    TEST(unsigned long long, 18446744073709551615ULL, 10);
    TEST(unsigned long long, 12345678901234567ULL, 1000003);
    return (int)((-17 % 5) + 10);
}
