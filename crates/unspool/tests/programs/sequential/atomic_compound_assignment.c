// Compound assignment, increment and decrement directly on _Atomic objects.
#include <stdio.h>
#include <stdatomic.h>
static _Atomic int g = 10; static _Atomic(unsigned char) uc = 250; _Atomic double d = 1.5; static _Atomic _Bool flag; static atomic_llong ll = -1;
struct s { int a; _Atomic short b; } s = {1, 2}; _Atomic float fl = 0.25f;
int main(void) {
    int r = g++; r = r * 100 + ++g; r += g--; r -= --g; printf("%d %d\n", r, g);
    g += 5; g -= 2; g *= 3; g /= 2; g %= 11; printf("%d\n", g); g <<= 4; g >>= 1; g |= 3; g &= 0x7e; g ^= 0xff; printf("%d\n", g);
    uc += 10; printf("%d\n", uc); uc--; uc *= 60; printf("%d\n", uc); r = (uc -= 200); printf("%d %d\n", r, uc);
    d = d + 0.25; d = d * 4; printf("%g\n", d); d = -d; fl = fl * 3 - (float)d; printf("%g\n", fl);
    flag = 5; printf("%d\n", flag); flag ^= 1; printf("%d\n", flag); flag |= 8; printf("%d\n", flag);
    ll += 1LL << 33; ll >>= 3; printf("%lld\n", ll); ll = g; printf("%lld\n", ll);
    s.b += 40000; printf("%d %d\n", s.a, s.b); s.b++; int copy = s.b; printf("%d\n", copy);
    _Atomic int local = 3; _Atomic int *p = &local; *p += 4; (*p)++; int v = *p; printf("%d %d\n", v, local + g);
    int a[3] = {1, 2, 3}; int *_Atomic q = a; q++; q += 1; printf("%d\n", *q); q--; printf("%d\n", *q--); printf("%d\n", *q);
    const _Atomic int k = 6; return k + local;
}
