// uintptr_t round trips, low-bit tagging, and alignment arithmetic.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
static void *tag(void *p, unsigned t) { return (void *)((uintptr_t)p | t); }
static void *untag(void *p) { return (void *)((uintptr_t)p & ~(uintptr_t)3); }
static unsigned tag_of(void *p) { return (uintptr_t)p & 3; }
int main(void) {
    int x = 5; uintptr_t u = (uintptr_t)&x; *(int *)u = 6; printf("%d\n", x);
    int a[4] = {1, 2, 3, 4}; uintptr_t base = (uintptr_t)a; printf("%d %d\n", *(int *)(base + 2 * sizeof(int)), (int)(((uintptr_t)&a[3] - base) / sizeof(int)));
    struct node *n = malloc(sizeof *n), *m = malloc(sizeof *m); n->v = 10; m->v = 20;
    n->next = tag(m, 2); m->next = tag(0, 1);
    printf("%u %d %u %d\n", tag_of(n->next), ((struct node *)untag(n->next))->v, tag_of(m->next), untag(m->next) == 0);
    uintptr_t xored = (uintptr_t)n ^ (uintptr_t)m; printf("%d\n", ((struct node *)(xored ^ (uintptr_t)n))->v);
    printf("%d %d\n", (uintptr_t)n % 8 == 0, (uintptr_t)NULL == 0);
    intptr_t s = (intptr_t)&a[1]; s -= sizeof(int); printf("%d\n", *(int *)s);
    _Alignas(16) char buf[64]; uintptr_t q = ((uintptr_t)(buf + 1) + 15) & ~(uintptr_t)15; printf("%d\n", (int)(q - (uintptr_t)buf));
    free(n); free(m);
    printf("%d\n", (int)(uintptr_t)(void *)77);
    return tag_of((void *)(uintptr_t)7);
}
