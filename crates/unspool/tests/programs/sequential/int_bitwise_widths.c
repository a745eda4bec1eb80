// Bitwise and, or, xor, complement at every width and signedness.
#include <stdio.h>
#define TEST(T, a, b) do { T x = (T)(a), y = (T)(b); \
    printf("%-19s and=%lld or=%lld xor=%lld not=%lld trunc=%lld\n", #T, (long long)(x & y), (long long)(x | y), \
        (long long)(x ^ y), (long long)~x, (long long)(T)~x); } while (0)
int main(void) {
    TEST(char, 0x5a, 0x33);
    TEST(signed char, -86, 0x0f);
    TEST(unsigned char, 0xaa, 0x0f);
    TEST(short, -21846, 0x0ff0);
    TEST(unsigned short, 0xaaaa, 0x0ff0);
    TEST(int, -1431655766, 0x00ffff00);
    TEST(unsigned, 0xaaaaaaaau, 0x00ffff00u);
    TEST(long, -5L, 0x7fL);
    TEST(unsigned long, 0xf0f0f0f0ul, 0x12345678ul);
    TEST(long long, -6148914691236517206LL, 0x00ff00ff00ff00ffLL);
    TEST(unsigned long long, 0xaaaaaaaaaaaaaaaaULL, 0x00ff00ff00ff00ffULL);
    TEST(_Bool, 1, 0);
    TEST(_Bool, 1, 1);
    return (0x5a ^ 0xff) & 0xff;
}
