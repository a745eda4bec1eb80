// A float variable rounds on store; casts between float and double round trip.
#include <stdio.h>
#include <string.h>
#include <stdint.h>
static uint32_t bits(float f) { uint32_t u; memcpy(&u, &f, sizeof u); return u; }
static uint64_t dbits(double d) { uint64_t u; memcpy(&u, &d, sizeof u); return u; }
int main(void) {
    volatile float f = 0.1; volatile double d = f;
    printf("%d %08x %016llx\n", f == d, bits(f), (unsigned long long)dbits(d));
    printf("%08x %08x %08x\n", bits(1.0f), bits(-0.0f), bits(3.14159274f));
    printf("%016llx %016llx\n", (unsigned long long)dbits(0.1), (unsigned long long)dbits(-2.5));
    volatile float g = (float)1e-40; printf("%08x\n", bits(g));
    volatile float big = (float)3.5e38; printf("%08x\n", bits(big));
    volatile float third = 1.0 / 3.0; printf("%08x %.9g\n", bits(third), third);
    volatile double dd = 1e-310; printf("%016llx\n", (unsigned long long)dbits(dd));
    uint32_t pattern = 0x40490fdb; float back; memcpy(&back, &pattern, 4); printf("%.6f\n", back);
    volatile float e = 16777216.0f; e = e + 1.0f; printf("%.1f\n", e);
    return bits(2.0f) >> 24;
}
