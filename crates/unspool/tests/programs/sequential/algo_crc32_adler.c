// CRC-32 by table and bit by bit, and Adler-32.
#include <stdio.h>
#include <stdint.h>
#include <string.h>
static uint32_t table[256];
static void build(void) { for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; table[i] = c; } }
static uint32_t crc(const void *p, size_t n) { const uint8_t *b = p; uint32_t c = ~0u; while (n--) c = table[(c ^ *b++) & 0xff] ^ c >> 8; return ~c; }
static uint32_t crc_slow(const char *s) { uint32_t c = 0xffffffffu; for (; *s; s++) { c ^= (uint8_t)*s; for (int k = 8; k--;) c = c >> 1 ^ (0xedb88320u & -(c & 1)); } return c ^ 0xffffffffu; }
static uint32_t adler(const char *s) { uint32_t a = 1, b = 0; while (*s) { a = (a + (uint8_t)*s++) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
int main(void) {
    build();
    static const char *const texts[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 4; i++) printf("%08x %08x %08x\n", (unsigned)crc(texts[i], strlen(texts[i])), (unsigned)crc_slow(texts[i]), (unsigned)adler(texts[i]));
    return crc("123456789", 9) == 0xcbf43926u ? 26 : 1;
}
