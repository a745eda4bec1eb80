// Size and byte image of structs whose bit-fields straddle, change type or use zero width.
#include <stdio.h>
#include <string.h>
struct a { unsigned x : 5, y : 20, z : 10; };
struct b { char c; unsigned x : 4; short s; unsigned y : 12; };
struct c { unsigned x : 3; unsigned : 0; unsigned y : 3; };
struct d { unsigned char x : 5; unsigned char y : 5; unsigned short z : 7; };
struct e { unsigned x : 1; unsigned : 7; unsigned y : 1; char t; };
struct f { unsigned long long x : 33; unsigned y : 5; };
struct g { int x : 31; int y : 2; char z; };
struct h { char c; int : 0; char d; };
#define DUMP(T, ...) do { T v; memset(&v, 0, sizeof v); T *p = &v; __VA_ARGS__; unsigned char raw[sizeof v]; memcpy(raw, &v, sizeof v); \
    printf(#T " %zu %zu:", sizeof v, _Alignof(T)); for (size_t i = 0; i < sizeof v; i++) printf(" %02x", raw[i]); putchar('\n'); } while (0)
int main(void) {
    DUMP(struct a, p->x = 0x15; p->y = 0xabcde; p->z = 0x3a5);
    DUMP(struct b, p->c = 0x11; p->x = 9; p->s = 0x2233; p->y = 0xabc);
    DUMP(struct c, p->x = 5; p->y = 6);
    DUMP(struct d, p->x = 0x1f; p->y = 0x11; p->z = 0x55);
    DUMP(struct e, p->x = 1; p->y = 1; p->t = 0x7f);
    DUMP(struct f, p->x = 0x123456789ull; p->y = 0x1f);
    DUMP(struct g, p->x = -2; p->y = -1; p->z = 3);
    DUMP(struct h, p->c = 1; p->d = 2);
    return sizeof(struct b);
}
