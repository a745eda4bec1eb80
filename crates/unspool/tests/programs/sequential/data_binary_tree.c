// Binary search tree: insert, traverse, height, delete with two children, free.
#include <stdio.h>
#include <stdlib.h>
typedef struct tree { int key; struct tree *kid[2]; } tree;
static void insert(tree **t, int k) { while (*t && (*t)->key != k) t = &(*t)->kid[k > (*t)->key]; if (!*t) { *t = calloc(1, sizeof **t); (*t)->key = k; } }
static void erase(tree **t, int k) { while (*t && (*t)->key != k) t = &(*t)->kid[k > (*t)->key]; tree *d = *t; if (!d) return; if (d->kid[0] && d->kid[1]) { tree **m = &d->kid[1]; while ((*m)->kid[0]) m = &(*m)->kid[0]; d->key = (*m)->key; t = m; d = *m; } *t = d->kid[!d->kid[0]]; free(d); }
static int height(const tree *t) { if (!t) return 0; int l = height(t->kid[0]), r = height(t->kid[1]); return 1 + (l > r ? l : r); }
static void walk(const tree *t, void (*f)(int, void *), void *ctx) { if (t) { walk(t->kid[0], f, ctx); f(t->key, ctx); walk(t->kid[1], f, ctx); } }
static void print(int k, void *c) { (void)c; printf("%d ", k); } static void total(int k, void *c) { *(long *)c += k; }
static void drop(tree *t) { if (t) { drop(t->kid[0]); drop(t->kid[1]); free(t); } }
int main(void) {
    tree *t = 0; for (int i = 0; i < 25; i++) insert(&t, i * 17 % 31); walk(t, print, 0); printf("| %d\n", height(t)); static const int gone[] = {0, 17, 99, 3, 30, 20}; for (int i = 0; i < 6; i++) erase(&t, gone[i]);
    walk(t, print, 0); long s = 0; walk(t, total, &s); printf("| %d %ld\n", height(t), s); drop(t); return (int)s & 0xff;
}
