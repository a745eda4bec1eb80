// A tagged union dispatched by switch, in arrays and by value.
#include <stdio.h>
#include <string.h>
enum kind { INT, REAL, TEXT, PAIR };
struct variant { enum kind kind; union { int i; double d; const char *s; struct { struct variant *a, *b; } pair; } u; };
static int size(struct variant v) {
    switch (v.kind) {
    case INT: return v.u.i;
    case REAL: return (int)(v.u.d * 2);
    case TEXT: return (int)strlen(v.u.s);
    case PAIR: return size(*v.u.pair.a) + size(*v.u.pair.b);
    }
    return -1;
}
static struct variant real(double d) { struct variant v = {REAL, .u.d = d}; return v; }
int main(void) {
    struct variant vs[5] = {{INT, {5}}, {TEXT, {.s = "hello!"}}, {.kind = PAIR}, {PAIR}};
    vs[4] = real(3.5);
    vs[2].u.pair.a = &vs[0]; vs[2].u.pair.b = &vs[1];
    vs[3].u.pair.a = &vs[2]; vs[3].u.pair.b = &vs[4];
    for (int i = 0; i < 5; i++) printf("%d:%d\n", vs[i].kind, size(vs[i]));
    return size(vs[3]);
}
