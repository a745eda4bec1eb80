// Byte swapping builtins and rotations written with shifts.
#include <stdio.h>
#include <stdint.h>
static uint32_t rotl(uint32_t x, unsigned k) { return x << k | x >> (-k & 31); }
static uint64_t rotr(uint64_t x, unsigned k) { return x >> k | x << (-k & 63); }
static uint8_t rol8(uint8_t x, unsigned k) { return (uint8_t)(x << k | x >> (8 - k)); }
static uint32_t reverse_bits(uint32_t x) { x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1; x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2; x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4; return __builtin_bswap32(x); }
int main(void) {
    printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678u), (unsigned long long)__builtin_bswap64(0x0102030405060708ull));
    printf("%x %zu\n", __builtin_bswap16(0xff80) + 1, sizeof(__builtin_bswap16(1)));
    printf("%x %x %x\n", (unsigned)rotl(0x80000001u, 1), (unsigned)rotl(0x12345678u, 8), (unsigned)rotl(5, 0));
    printf("%llx %llx\n", (unsigned long long)rotr(1, 1), (unsigned long long)rotr(0x123456789abcdef0ull, 20));
    printf("%x %x\n", rol8(0x81, 1), rol8(0x12, 4));
    printf("%08x %08x\n", (unsigned)reverse_bits(1), (unsigned)reverse_bits(0x12345678u));
    static const uint32_t k = __builtin_bswap32(0x01000000); printf("%u\n", (unsigned)k);
    return rol8(0x35, 3);
}
