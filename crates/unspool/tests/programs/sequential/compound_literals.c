// Compound literals: arrays, structs, lvalue use, file scope, and their lifetime in loops.
#include <stdio.h>
struct p { int x, y; };
static int *const statics = (int[]){3, 1, 4, 1, 5};
static int sum(const int *a, int n) { int t = 0; while (n--) t += *a++; return t; }
static int dot(struct p a, const struct p *b) { return a.x * b->x + a.y * b->y; }
int main(void) {
    printf("%d %d\n", sum(statics, 5), sum((int[]){1, 2, 3}, 3));
    printf("%d\n", dot((struct p){1, 2}, &(struct p){.y = 10, .x = 3}));
    int *q = (int[4]){[1] = 5}; q[3] = q[1] + 1; printf("%d %d\n", sum(q, 4), q[0]);
    (struct p){1, 2}.x; struct p *z = &(struct p){7, 8}; z->x++; printf("%d\n", z->x * z->y);
    int t = 0; for (int i = 0; i < 4; i++) { struct p *w = &(struct p){i}; t += w->x + w->y; w->y = 100; } printf("%d\n", t);
    printf("%d %d\n", (int){5}, ++(int){6});
    printf("%s %zu\n", (char[]){"text"}, sizeof((char[]){"text"}));
    struct p arr[2]; arr[0] = (struct p){4}; arr[1] = (struct p){arr[0].x, arr[0].x + 1}; printf("%d %d\n", arr[0].y, arr[1].y);
    return sum((const int[]){10, 20, (int){12}}, 3);
}
