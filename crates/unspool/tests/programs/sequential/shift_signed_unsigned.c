// Left and right shifts at every width; arithmetic shift of negative values, promotion of narrow operands.
#include <stdio.h>
int main(void) {
    signed char sc = -100; unsigned char uc = 200; short ss = -30000; unsigned short us = 50000;
    int i = -123456; unsigned u = 0x80000001u; long l = -70000L; unsigned long ul = 0x80000001ul;
    long long ll = -1234567890123LL; unsigned long long ull = 0x8000000000000001ULL;
    int n;
    for (n = 0; n < 8; n += 3) {
        printf("%d: sc %d uc %d %d\n", n, sc >> n, uc >> n, uc << n);
        printf("%d: ss %d us %d %d\n", n, ss >> n, us >> n, us << n);
        printf("%d: i %d u %u %u\n", n, i >> n, u >> n, u << n);
        printf("%d: l %ld ul %lu %lu\n", n, l >> n, ul >> n, ul << n);
        printf("%d: ll %lld ull %llu %llu\n", n, ll >> n, ull >> n, ull << n);
    }
    printf("%u %u %d\n", u >> 31, u << 31, i >> 31);
    printf("%llu %llu %lld\n", ull >> 63, ull << 63, ll >> 63);
    printf("%d %d\n", 1 << (char)4, 1 << 6LL);
    printf("%zu %zu %zu\n", sizeof(uc << 1LL), sizeof(1 << 40LL % 8), sizeof(1LL << 1));
    return (uc >> 1) + (us >> 12);
}
