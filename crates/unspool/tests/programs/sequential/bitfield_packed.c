// Bit-fields in packed structs, straddling storage units.
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) p { unsigned a : 3; unsigned b : 30; unsigned c : 7; char d; unsigned long long e : 45; };
struct __attribute__((packed)) q { char x; unsigned short y : 12; unsigned z : 20; };
int main(void) {
    struct p v; memset(&v, 0, sizeof v);
    v.a = 5; v.b = 0x2abcdef1; v.c = 0x55; v.d = -3; v.e = 0x1234567890abull;
    unsigned char raw[sizeof v]; memcpy(raw, &v, sizeof v);
    printf("%zu:", sizeof v); for (unsigned i = 0; i < sizeof v; i++) printf(" %02x", raw[i]);
    printf("\n%u %x %x %d %llx\n", v.a, v.b, v.c, v.d, (unsigned long long)v.e);
    v.b += 0x10000000; v.e -= 0xab; v.c ^= 0x7f;
    printf("%x %llx %x\n", v.b, (unsigned long long)v.e, v.c);
    struct q w = {1, 0xfff, 0xabcde};
    w.y++; w.z--; w.x += w.y;
    printf("%zu %d %u %x\n", sizeof w, w.x, w.y, w.z);
    return v.a;
}
