// Assignment of nested structs copies; members are independent afterwards.
#include <stdio.h>
struct point { int x, y; };
struct rect { struct point min, max; char name[6]; };
struct scene { struct rect r[2]; int n; struct point *focus; };
int main(void) {
    struct scene a = {{{{1, 2}, {3, 4}, "one"}, {{5, 6}, {7, 8}, "two"}}, 2, 0}, b;
    a.focus = &a.r[1].max;
    b = a;
    b.r[0].min.x = 100; b.r[1].name[0] = 'T'; b.focus->y = 80;
    printf("%d %d %s %s\n", a.r[0].min.x, b.r[0].min.x, a.r[1].name, b.r[1].name);
    printf("%d %d\n", a.r[1].max.y, b.r[1].max.y);
    a.r[0] = b.r[1];
    printf("%d %d %s\n", a.r[0].min.x, a.r[0].max.y, a.r[0].name);
    struct rect *p = &b.r[0], tmp = *p; *p = p[1]; p[1] = tmp;
    printf("%s %s %d\n", b.r[0].name, b.r[1].name, b.r[1].min.x);
    struct point q; q = (a.r[1].min = (struct point){9, 10});
    printf("%d %d %d\n", q.x, q.y, a.r[1].min.y);
    a = a;
    return a.r[1].min.x + b.n;
}
