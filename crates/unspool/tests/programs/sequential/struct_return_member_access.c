// Members and array elements taken directly from returned structs; chained calls.
#include <stdio.h>
struct v3 { int c[3]; }; struct box { struct v3 lo, hi; const char *name; };
static struct v3 v(int x, int y, int z) { return (struct v3){{x, y, z}}; }
static struct v3 add(struct v3 a, struct v3 b) { for (int i = 0; i < 3; i++) a.c[i] += b.c[i]; return a; }
static struct box box(struct v3 a, struct v3 b) { struct box r = {a, b, "box"}; return r; }
static struct box *pick(struct box *b, int i) { return b + i; }
int main(void) {
    printf("%d %d\n", v(1, 2, 3).c[1], add(v(1, 2, 3), add(v(10, 20, 30), v(100, 200, 300))).c[2]);
    printf("%s %d %c\n", box(v(1, 1, 1), v(2, 2, 2)).name, box(v(0, 0, 0), v(7, 8, 9)).hi.c[1], box(v(0, 0, 0), v(0, 0, 0)).name[1]);
    struct box bs[2] = {box(v(1, 2, 3), v(4, 5, 6)), box(v(7, 8, 9), v(10, 11, 12))};
    pick(bs, 1)->lo = add(pick(bs, 0)->hi, bs[1].lo); printf("%d\n", bs[1].lo.c[2]);
    struct v3 t = (bs[0].lo.c[0]++, bs[0].lo); printf("%d %d\n", t.c[0], (1 ? bs[0] : bs[1]).lo.c[0]);
    int s = 0; for (int i = 0; i < 3; i++) s += add(bs[0].lo, bs[1].hi).c[i]; printf("%d\n", s);
    return add(t, t).c[0] + s;
}
