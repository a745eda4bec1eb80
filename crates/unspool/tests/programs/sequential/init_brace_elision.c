// Partially and fully elided braces in aggregates.
#include <stdio.h>
struct p { int x, y; };
struct line { struct p a, b; int w[2]; };
static struct line l1 = {1, 2, 3, 4, 5, 6}, l2 = {{1}, 2, 3, {4}}, l3 = {1, 2, {3}, 4, 5};
static int m[2][3] = {1, 2, 3, 4}, n[2][3] = {{1}, 2, 3}, cube[2][2][2] = {{1, 2, 3}, {{4}, {5, 6}}};
static struct p ps[] = {1, 2, {3}, 4, 5, 6};
union u { struct p p; int z; };
static struct { union u u; int t; } ut = {7, 8, 9};
static void show(struct line l) { printf("%d %d %d %d %d %d\n", l.a.x, l.a.y, l.b.x, l.b.y, l.w[0], l.w[1]); }
int main(void) {
    show(l1); show(l2); show(l3);
    for (int i = 0; i < 6; i++) printf("%d/%d ", m[i / 3][i % 3], n[i / 3][i % 3]);
    putchar('\n');
    for (int i = 0; i < 8; i++) printf("%d ", cube[i / 4][i / 2 % 2][i % 2]);
    putchar('\n');
    printf("%zu %d %d %d\n", sizeof ps / sizeof *ps, ps[1].x, ps[2].x, ps[3].x);
    printf("%d %d %d\n", ut.u.p.x, ut.u.p.y, ut.t);
    struct line k = {.b = {9}, 1, 2}; show(k);
    struct p q = {1, 2}; struct line z = {q, q, 3}; show(z);
    return ps[2].y;
}
