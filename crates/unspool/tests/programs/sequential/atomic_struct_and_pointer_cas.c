// Atomic pointers and a lock-free stack and counter exercised sequentially.
#include <stdio.h>
#include <stdlib.h>
#include <stdatomic.h>
struct node { int v; struct node *next; };
static _Atomic(struct node *) top; static atomic_int pushes, pops;
static void push(int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = atomic_load(&top); while (!atomic_compare_exchange_weak(&top, &n->next, n)) ; atomic_fetch_add_explicit(&pushes, 1, memory_order_relaxed); }
static int pop(void) { struct node *n = atomic_load(&top); do { if (!n) return -1; } while (!atomic_compare_exchange_strong(&top, &n, n->next)); int v = n->v; free(n); pops++; return v; }
struct pair { short a, b; };
int main(void) {
    for (int i = 0; i < 6; i++) push(i * i);
    int t = 0, v; while ((v = pop()) >= 0) t = t * 3 + v; printf("%d %d %d\n", t, (int)pushes, (int)pops);
    _Atomic struct pair ap = {1, 2}; struct pair x = atomic_load(&ap); x.a = 10; atomic_store(&ap, x); struct pair y = ap; printf("%d %d\n", y.a, y.b);
    struct pair e = {10, 2}, n = {7, 8}; int ok = atomic_compare_exchange_strong(&ap, &e, n); y = atomic_exchange(&ap, e); printf("%d %d %d\n", ok, y.a, y.b);
    printf("%d\n", pop()); return (int)atomic_load(&pops);
}
