// Shift-assignment on every width; the stored result is truncated to the left type.
#include <stdio.h>
#define RUN(T, start, k) do { T x = (T)(start); x <<= (k); printf("%s <<= %lld", #T, (long long)x); \
    x >>= 1; printf(" >>= %lld\n", (long long)x); } while (0)
int main(void) {
    RUN(char, 5, 4);
    RUN(signed char, 3, 6);
    RUN(unsigned char, 0xf1, 5);
    RUN(short, 9, 13);
    RUN(unsigned short, 0xff01, 8);
    RUN(int, 12345, 10);
    RUN(unsigned, 0xf0000001u, 7);
    RUN(long, 3L, 20);
    RUN(unsigned long, 77ul, 24);
    RUN(long long, 1LL, 61);
    RUN(unsigned long long, 0x123456789abcdefULL, 12);
    RUN(_Bool, 1, 3);
    unsigned char c = 128;
    c >>= 7; c <<= 7; c >>= 3;
    return c;
}
