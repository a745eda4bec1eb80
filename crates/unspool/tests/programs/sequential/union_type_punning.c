// Reading a union through a member other than the one stored, and byte order.
#include <stdio.h>
#include <stdint.h>
union word { uint32_t u; int32_t i; uint16_t h[2]; uint8_t b[4]; float f; struct { uint8_t lo; uint16_t mid; } s; };
union big { uint64_t q; double d; uint32_t w[2]; char c[8]; };
int main(void) {
    union word w = {.u = 0x89abcdef};
    printf("%d %x %x\n", w.i, w.h[0], w.h[1]);
    for (int k = 0; k < 4; k++) printf("%02x ", w.b[k]);
    putchar('\n');
    w.f = -6.25f; printf("%08x\n", w.u);
    w.b[3] = 0x40; printf("%g\n", w.f);
    w.h[1] ^= 0x00ff; printf("%08x %02x\n", w.u, w.s.lo);
    union big q; q.d = 1.0; printf("%016llx %x\n", (unsigned long long)q.q, q.w[1]);
    for (int k = 0; k < 8; k++) q.c[k] = 'A' + k;
    printf("%016llx %x\n", (unsigned long long)q.q, q.w[0]);
    union big r = q, *p = &r; p->w[0] = 0; printf("%016llx %zu\n", (unsigned long long)r.q, sizeof r);
    return q.c[3];
}
