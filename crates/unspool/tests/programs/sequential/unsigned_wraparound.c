// Unsigned arithmetic is modulo 2^n at each width.
#include <stdio.h>
#include <stdint.h>
#include <inttypes.h>
int main(void) {
    uint8_t a = 0; uint16_t b = 0; uint32_t c = 0; uint64_t d = 0;
    a -= 1; b -= 1; c -= 1; d -= 1;
    printf("%" PRIu8 " %" PRIu16 " %" PRIu32 " %" PRIu64 "\n", a, b, c, d);
    a += 3; b += 3; c += 3; d += 3;
    printf("%" PRIu8 " %" PRIu16 " %" PRIu32 " %" PRIu64 "\n", a, b, c, d);
    uint32_t h = 2166136261u; uint64_t g = 14695981039346656037ull;
    for (const char *s = "hello wrap"; *s; s++) {
        h = (h ^ (uint8_t)*s) * 16777619u;
        g = (g ^ (uint8_t)*s) * 1099511628211ull;
    }
    printf("%08" PRIx32 " %016" PRIx64 "\n", h, g);
    uint32_t x = 1;
    for (int i = 0; i < 20; i++) x = x * 1664525u + 1013904223u;
    printf("%" PRIu32 "\n", x);
    uint16_t m = 65535; uint32_t sq = (uint32_t)m * m;
    printf("%" PRIu32 " %u\n", sq, (unsigned)(uint16_t)sq);
    printf("%u\n", 3u - 5u);
    return (uint8_t)(h >> 24);
}
