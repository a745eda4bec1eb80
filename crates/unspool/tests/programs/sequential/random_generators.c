// xorshift, LCG, PCG-like and Mersenne-style mixing with 32 and 64-bit state.
#include <stdio.h>
#include <stdint.h>
static uint32_t xs32(uint32_t *s) { *s ^= *s << 13; *s ^= *s >> 17; *s ^= *s << 5; return *s; }
static uint64_t xs64(uint64_t *s) { *s ^= *s >> 12; *s ^= *s << 25; *s ^= *s >> 27; return *s * 2685821657736338717ull; }
static uint32_t pcg(uint64_t *s) { uint64_t o = *s; *s = o * 6364136223846793005ull + 1442695040888963407ull; uint32_t x = (uint32_t)((o >> 18 ^ o) >> 27); unsigned r = o >> 59; return x >> r | x << (-r & 31); }
static uint64_t splitmix(uint64_t *s) { uint64_t z = *s += 0x9e3779b97f4a7c15ull; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; return z ^ z >> 31; }
int main(void) {
    uint32_t a = 1; uint64_t b = 1, c = 42, d = 0; uint32_t x = 0; uint64_t y = 0; int hist[8] = {0};
    for (int i = 0; i < 200; i++) { x += xs32(&a); y ^= xs64(&b); hist[pcg(&c) >> 29]++; y += splitmix(&d); }
    printf("%u %016llx\n", (unsigned)x, (unsigned long long)y); for (int i = 0; i < 8; i++) printf("%d ", hist[i]); putchar('\n');
    uint16_t lfsr = 0xace1; int period = 0; do { lfsr = lfsr >> 1 ^ (-(lfsr & 1) & 0xb400); period++; } while (lfsr != 0xace1 && period < 3000); printf("%d %x\n", period, lfsr); return (int)(y >> 56);
}
