// Singly linked list: insertion in order, reversal, removal through pointer-to-pointer, merge sort.
#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
static struct node *cons(int v, struct node *n) { struct node *p = malloc(sizeof *p); *p = (struct node){v, n}; return p; }
static void insert(struct node **p, int v) { while (*p && (*p)->v < v) p = &(*p)->next; *p = cons(v, *p); }
static void erase(struct node **p, int (*drop)(int)) { while (*p) if (drop((*p)->v)) { struct node *d = *p; *p = d->next; free(d); } else p = &(*p)->next; }
static struct node *reverse(struct node *l) { struct node *r = 0; while (l) { struct node *n = l->next; l->next = r; r = l; l = n; } return r; }
static struct node *merge(struct node *a, struct node *b) { struct node head, *t = &head; while (a && b) { struct node **m = a->v <= b->v ? &a : &b; t->next = *m; t = *m; *m = t->next; } t->next = a ? a : b; return head.next; }
static struct node *sort(struct node *l) { if (!l || !l->next) return l; struct node *s = l, *f = l->next; while (f && f->next) s = s->next, f = f->next->next; f = s->next; s->next = 0; return merge(sort(l), sort(f)); }
static void show(const struct node *l) { for (; l; l = l->next) printf("%d ", l->v); putchar('\n'); }
static int odd(int v) { return v & 1; } static int all(int v) { return 1 | v; }
int main(void) {
    struct node *l = 0, *u = 0; for (int i = 0; i < 10; i++) { insert(&l, i * 7 % 10); u = cons(i * 37 % 23, u); } show(l); l = reverse(l); show(l); erase(&l, odd); show(l); show(u); u = sort(u); show(u); u = merge(reverse(l), u); show(u);
    int t = 0; for (struct node *p = u; p; p = p->next) t += p->v; erase(&u, all); printf("%d\n", u == 0); return t & 0xff;
}
