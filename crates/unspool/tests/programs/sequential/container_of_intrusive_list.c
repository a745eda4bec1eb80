// offsetof-based container_of over an intrusive doubly linked list.
#include <stdio.h>
#include <stddef.h>
struct link { struct link *prev, *next; };
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
#define for_each(it, head) for (struct link *it = (head)->next; it != (head); it = it->next)
struct task { int id; struct link by_id; double weight; struct link by_weight; };
static void add_before(struct link *n, struct link *at) { n->prev = at->prev; n->next = at; at->prev->next = n; at->prev = n; }
static void del(struct link *n) { n->prev->next = n->next; n->next->prev = n->prev; n->prev = n->next = n; }
int main(void) {
    struct link ids = {&ids, &ids}, ws = {&ws, &ws}; struct task t[5];
    for (int i = 0; i < 5; i++) {
        t[i].id = i; t[i].weight = (i * 3 % 5) * 0.5; add_before(&t[i].by_id, &ids);
        struct link *at = ws.next; while (at != &ws && container_of(at, struct task, by_weight)->weight < t[i].weight) at = at->next;
        add_before(&t[i].by_weight, at);
    }
    for_each(p, &ids) printf("%d ", container_of(p, struct task, by_id)->id); putchar('\n');
    for_each(p, &ws) printf("%d/%g ", container_of(p, struct task, by_weight)->id, container_of(p, struct task, by_weight)->weight); putchar('\n');
    del(&t[2].by_id); del(&t[0].by_weight); int n = 0; for_each(p, &ids) n = n * 10 + container_of(p, struct task, by_id)->id;
    for_each(p, &ws) n += container_of(p, struct task, by_weight)->id; printf("%d\n", n); return n & 0xff;
}
