// Object representation of integers seen through unsigned char pointers and memcpy.
#include <stdio.h>
#include <string.h>
#include <stdint.h>
static void dump(const void *p, size_t n) { const unsigned char *b = p; for (size_t i = 0; i < n; i++) printf("%02x", b[i]); putchar('\n'); }
static uint32_t load_be(const unsigned char *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | p[2] << 8 | p[3]; }
static void store_le(unsigned char *p, uint64_t v) { for (int i = 0; i < 8; i++, v >>= 8) p[i] = v & 0xff; }
int main(void) {
    int i = 0x01020304; short s = -2; long long ll = 0x1122334455667788LL; double d = 1.0; float f = -1.0f; int a[2] = {1, -1};
    dump(&i, sizeof i); dump(&s, sizeof s); dump(&ll, sizeof ll); dump(&d, sizeof d); dump(&f, sizeof f); dump(a, sizeof a);
    unsigned char raw[8] = {0xde, 0xad, 0xbe, 0xef, 1, 2, 3, 4}; printf("%08x\n", (unsigned)load_be(raw));
    uint32_t w; memcpy(&w, raw, 4); printf("%08x\n", (unsigned)w); memcpy(&w, raw + 3, 4); printf("%08x\n", (unsigned)w);
    store_le(raw, 0x0102030405060708ull); dump(raw, 8);
    ((unsigned char *)&i)[3] = 0x7f; printf("%x\n", i);
    char *c = (char *)&ll; c[0] ^= c[7]; printf("%llx\n", ll);
    return *(unsigned char *)&(int){258};
}
