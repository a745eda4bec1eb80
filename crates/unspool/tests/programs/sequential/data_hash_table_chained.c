// Word counting with a chained hash table that grows and rehashes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; unsigned hash; int count; char word[]; };
static struct node **table; static unsigned cap, used;
static unsigned hash(const char *s, size_t n) { unsigned h = 5381; while (n--) h = h * 33 ^ (unsigned char)*s++; return h; }
static void grow(void) { unsigned nc = cap ? cap * 2 : 4; struct node **nt = calloc(nc, sizeof *nt); for (unsigned i = 0; i < cap; i++) for (struct node *p = table[i], *n; p; p = n) { n = p->next; p->next = nt[p->hash & (nc - 1)]; nt[p->hash & (nc - 1)] = p; } free(table); table = nt; cap = nc; }
static void add(const char *s, size_t n) { if (used >= cap) grow(); unsigned h = hash(s, n); for (struct node *p = table[h & (cap - 1)]; p; p = p->next) if (p->hash == h && !strncmp(p->word, s, n) && !p->word[n]) { p->count++; return; } struct node *p = malloc(sizeof *p + n + 1); p->hash = h; p->count = 1; memcpy(p->word, s, n); p->word[n] = 0; p->next = table[h & (cap - 1)]; table[h & (cap - 1)] = p; used++; }
static int cmp(const void *a, const void *b) { const struct node *x = *(struct node *const *)a, *y = *(struct node *const *)b; return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word); }
int main(void) {
    const char *t = "the cat and the dog and the bird saw a cat near the tree and a fox under a tree by the lake"; while (*t) { size_t n = strcspn(t, " "); if (n) add(t, n); t += n; t += *t == ' '; }
    struct node **all = malloc(used * sizeof *all); unsigned k = 0; for (unsigned i = 0; i < cap; i++) for (struct node *p = table[i]; p; p = p->next) all[k++] = p; qsort(all, k, sizeof *all, cmp);
    for (unsigned i = 0; i < k; i++) { printf("%s:%d ", all[i]->word, all[i]->count); free(all[i]); } printf("\n%u %u\n", used, cap); free(all); free(table); return (int)used;
}
