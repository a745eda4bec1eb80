// Reinterpreting floats, doubles and structs with memcpy.
#include <stdio.h>
#include <string.h>
#include <stdint.h>
struct pair { uint16_t a, b; };
static float fast_scale(float f, int e) { uint32_t u; memcpy(&u, &f, 4); u += (uint32_t)e << 23; memcpy(&f, &u, 4); return f; }
static int exponent(double d) { uint64_t u; memcpy(&u, &d, 8); return (int)(u >> 52 & 0x7ff) - 1023; }
int main(void) {
    printf("%g %g\n", fast_scale(1.5f, 3), fast_scale(-0.75f, 1));
    printf("%d %d %d\n", exponent(1.0), exponent(1000.0), exponent(0.01));
    uint32_t w = 0x00020001; struct pair p; memcpy(&p, &w, sizeof p); printf("%u %u\n", p.a, p.b);
    p.b = 0xffff; memcpy(&w, &p, sizeof w); printf("%08x\n", (unsigned)w);
    struct pair arr[2] = {{1, 2}, {3, 4}}; uint64_t q; memcpy(&q, arr, sizeof q); printf("%016llx\n", (unsigned long long)q);
    int *src = &(int){7}, *dst; memcpy(&dst, &src, sizeof dst); *dst += 1; printf("%d\n", *src);
    char text[9] = {0}; q = 0x6f6c6c6568ull; memcpy(text, &q, 8); puts(text);
    int (*fp)(const char *), (*gp)(const char *) = puts; memcpy(&fp, &gp, sizeof fp); fp("through bytes");
    return exponent(256.0);
}
