// Old-style function definitions, with default promotions of arguments.
#include <stdio.h>
int add(a, b) int a; int b; { return a + b; }
double scale(c, f, d) char c; float f; double d; { return c * f + d; }
static unsigned narrow(s, u) unsigned short s; unsigned char u; { return s * 256u + u; }
int count(p, n, pred) int *p, n; int (*pred)(); { int c = 0; while (n-- > 0) c += pred(*p++); return c; }
static is_even(x) { return x % 2 == 0; }
struct p { int x, y; };
struct p mk(x, y) { struct p r; r.x = x; r.y = y; return r; }
void none() { puts("none"); }
int (*pick(w))() int w; { return w ? add : 0; }
int main() {
    int a[] = {1, 2, 3, 4, 6};
    printf("%d %g\n", add(2, 3), scale('\2', 1.5f, 0.25));
    printf("%u\n", narrow(3, 7));
    printf("%d\n", count(a, 5, is_even));
    struct p q = mk(4, 5); printf("%d %d\n", q.x, q.y);
    none(); printf("%d\n", pick(1)(20, 22));
    return add(q.x, q.y);
}
