// A SHA-256 compression of one block: rotations, additions modulo 2^32 and message schedule.
#include <stdio.h>
#include <stdint.h>
#include <string.h>
static uint32_t k[64], h[8];
static uint32_t rr(uint32_t x, int n) { return x >> n | x << (32 - n); }
static void compress(const uint8_t *p) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) w[i] = (rr(w[i - 2], 17) ^ rr(w[i - 2], 19) ^ w[i - 2] >> 10) + w[i - 7] + (rr(w[i - 15], 7) ^ rr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 16];
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = v[7] + (rr(v[4], 6) ^ rr(v[4], 11) ^ rr(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t t2 = (rr(v[0], 2) ^ rr(v[0], 13) ^ rr(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v); v[4] += t1; v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}
int main(void) {
    uint32_t seed = 0x9e3779b9u; for (int i = 0; i < 64; i++) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; k[i] = seed; }
    for (int i = 0; i < 8; i++) h[i] = k[i] * 2654435761u;
    uint8_t block[64] = "abc"; block[3] = 0x80; block[63] = 24; compress(block); compress(block);
    for (int i = 0; i < 8; i++) printf("%08x", (unsigned)h[i]); putchar('\n');
    return h[0] & 0xff;
}
