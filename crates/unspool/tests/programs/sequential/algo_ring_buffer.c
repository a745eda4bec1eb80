// A ring buffer with wrap-around indices, full and empty conditions.
#include <stdio.h>
#define CAP 8
struct ring { unsigned head, tail; int data[CAP]; };
static int count(const struct ring *r) { return (int)(r->head - r->tail); }
static int put(struct ring *r, int v) { if (count(r) == CAP) return 0; r->data[r->head++ % CAP] = v; return 1; }
static int get(struct ring *r, int *v) { if (r->head == r->tail) return 0; *v = r->data[r->tail++ & (CAP - 1)]; return 1; }
int main(void) {
    struct ring r = {.head = 4294967290u, .tail = 4294967290u}; int dropped = 0, sum = 0, v, next = 1;
    for (int round = 0; round < 10; round++) { for (int k = 0; k < 3 + round % 4; k++) dropped += !put(&r, next++); for (int k = 0; k < 2 + round % 3; k++) if (get(&r, &v)) sum = (sum * 31 + v) % 10007; printf("%d ", count(&r)); }
    printf("\n%d %d %d\n", dropped, sum, next); while (get(&r, &v)) printf("%d ", v); printf("\n%u %d\n", r.head, get(&r, &v)); return dropped;
}
