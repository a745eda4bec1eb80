// Designated initialisers nested through structs and arrays, with later overrides of earlier ones.
#include <stdio.h>
struct inner { int a, b[3]; };
struct outer { struct inner in[2]; int tail; struct inner last; };
static struct outer g = {.in[1].b[2] = 9, .in[0] = {1, {2, 3}}, .tail = 4, .last.a = 5, 6, 7};
static int sparse[] = {[5] = 50, 60, [2] = 20, 30, [0] = 1};
static int matrix[3][3] = {[1] = {1, [2] = 3}, [0][1] = 7, 8, [2][0] = 4};
static void show(const struct outer *o) {
    for (int i = 0; i < 2; i++) printf("%d:%d,%d,%d ", o->in[i].a, o->in[i].b[0], o->in[i].b[1], o->in[i].b[2]);
    printf("%d %d:%d,%d,%d\n", o->tail, o->last.a, o->last.b[0], o->last.b[1], o->last.b[2]);
}
int main(void) {
    show(&g);
    int n = 3;
    struct outer l = {.tail = n, .last = {.b = {[1] = n * 2}}, .in = {[0].a = n + 1, [1] = {.b[0] = 8}}, };
    show(&l);
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++) printf("%d ", sparse[i]);
    putchar('\n');
    for (int i = 0; i < 9; i++) printf("%d ", matrix[i / 3][i % 3]);
    putchar('\n');
    struct inner o = {.a = 1, .a = 2, .b = {1, 2, 3}, .b[1] = 20};
    printf("%d %d %d\n", o.a, o.b[0], o.b[1]);
    return sizeof sparse / sizeof *sparse;
}
