// Bit-fields inside unions overlaying an integer register.
#include <stdio.h>
#include <stdint.h>
union reg { uint32_t raw; struct { uint32_t enable : 1, mode : 3, prescale : 8, : 4, count : 16; } f; uint8_t bytes[4]; unsigned low : 6; };
int main(void) {
    union reg r = {0};
    r.f.enable = 1; r.f.mode = 5; r.f.prescale = 0xa7; r.f.count = 0xbeef;
    printf("%08x %02x %02x %u\n", (unsigned)r.raw, r.bytes[0], r.bytes[3], r.low);
    r.raw = 0x12345678;
    printf("%u %u %x %x\n", r.f.enable, r.f.mode, r.f.prescale, r.f.count);
    r.low = 0; printf("%08x\n", (unsigned)r.raw);
    r.f.count -= 0x1235; r.f.mode--; printf("%08x\n", (unsigned)r.raw);
    union reg copy = r; copy.f.prescale = ~copy.f.prescale;
    printf("%08x %d\n", (unsigned)copy.raw, copy.raw == r.raw);
    return copy.bytes[0];
}
