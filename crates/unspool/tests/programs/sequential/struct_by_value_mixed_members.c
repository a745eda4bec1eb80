// Structs mixing floats, doubles, ints and pointers by value through several parameters.
#include <stdio.h>
struct fd { float f; double d; };
struct ff { float x, y; };
struct id { int i; double d; };
struct pc { const char *p; char c; };
struct mixed { char a; short b; int c; long long d; float e; double f; };
static struct ff swap(struct ff v) { return (struct ff){v.y, v.x}; }
static double weigh(struct fd a, int k, struct id b, struct ff c, long long z, struct pc p) {
    return a.f + a.d * k + b.i - b.d + c.x * c.y + z + p.c + p.p[1];
}
static struct mixed bump(struct mixed m) { m.a++; m.b *= 2; m.c -= 5; m.d <<= 3; m.e += 0.5f; m.f /= 2; return m; }
static struct pc make(int n) { struct pc r = {"xyz" + n, 'a' + n}; return r; }
int main(void) {
    struct ff v = swap((struct ff){1.5f, -2.0f});
    printf("%g %g\n", v.x, v.y);
    printf("%g\n", weigh((struct fd){0.5f, 2.0}, 3, (struct id){10, 0.25}, v, -100, make(1)));
    struct mixed m = bump(bump((struct mixed){1, 2, 3, 4, 5, 6}));
    printf("%d %d %d %lld %g %g\n", m.a, m.b, m.c, m.d, m.e, m.f);
    printf("%s %c %s\n", make(0).p, make(2).c, make(1).p);
    return bump(m).b;
}
