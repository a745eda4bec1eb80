// Static initialisers holding addresses of array elements, members, functions and literals.
#include <stdio.h>
struct node { int v; struct node *next; };
struct holder { int pad; struct { char c; int b[4]; } a[5]; };
static struct holder h = {1, {[3] = {'q', {10, 11, 12, 13}}}};
static int *inside = &h.a[3].b[2], *backwards = &h.a[3].b[4] - 1;
static char *chp = &h.a[3].c;
extern struct node n2;
static struct node n1 = {1, &n2};
struct node n2 = {2, &(struct node){3, &n1}};
static const char *tail = "prefix:rest" + 7;
static int twice(int x) { return 2 * x; }
static int (*fp)(int) = twice, (*fq)(int) = &twice;
static int grid[3][4] = {{0}, {1, 2, 3, 4}};
static int (*row)[4] = &grid[1], *cell = grid[1] + 2, **pp = &cell;
static void *self = &self;
int main(void) {
    printf("%d %d %c\n", *inside, *backwards, *chp);
    printf("%d %d %d %d\n", n1.v, n1.next->v, n1.next->next->v, n1.next->next->next == &n1);
    printf("%s %d %d\n", tail, fp(4), (*fq)(5));
    printf("%d %d %d %d\n", (*row)[3], row[-1][0], *cell, **pp);
    printf("%d %d\n", self == (void *)&self, (int)((char *)inside - (char *)&h.a[3].b[0]) / (int)sizeof(int));
    ++*inside; *pp += 1;
    printf("%d %d\n", h.a[3].b[2], (*row)[3]);
    return h.a[3].b[2];
}
