// Structs of several sizes passed through varargs and fetched with va_arg.
#include <stdio.h>
#include <stdarg.h>
struct small { char c; short s; }; struct mid { int a, b, c; }; struct big { double d[4]; int n; }; struct fl { float x, y; }; union un { int i; double d; };
static void take(int n, ...) {
    va_list ap; va_start(ap, n);
    for (int k = 0; k < n; k++) {
        struct small s = va_arg(ap, struct small); struct mid m = va_arg(ap, struct mid); int i = va_arg(ap, int);
        struct big b = va_arg(ap, struct big); struct fl f = va_arg(ap, struct fl); union un u = va_arg(ap, union un);
        printf("%c %d | %d %d %d | %d | %g %g %d | %g %g | %g\n", s.c, s.s, m.a, m.b, m.c, i, b.d[0], b.d[3], b.n, f.x, f.y, u.d);
    }
    va_end(ap);
}
int main(void) {
    struct small s = {'s', -7}; struct mid m = {1, 2, 3}; struct big b = {{0.5, 1, 2, 8}, 4}; struct fl f = {1.5f, -1}; union un u = {.d = 6.25};
    take(1, s, m, 10, b, f, u);
    s.s = 9; m.c = 30; b.d[3] = 80; f.x = 0;
    take(2, s, m, 11, b, f, u, (struct small){'t', 1}, (struct mid){4, 5, 6}, 12, b, (struct fl){3, 4}, (union un){.d = -1});
    return m.c;
}
