// qsort of ints, strings and structs with different comparators, and bsearch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct rec { char name[8]; int age; double w; };
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_desc(const void *a, const void *b) { return by_int(b, a); }
static int by_str(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static int by_age_name(const void *a, const void *b) { const struct rec *x = a, *y = b; return x->age != y->age ? x->age - y->age : strcmp(x->name, y->name); }
int main(void) {
    int v[20]; unsigned s = 7; for (int i = 0; i < 20; i++) { s = s * 1103515245u + 12345u; v[i] = (int)(s >> 16 & 0xff) - 128; }
    qsort(v, 20, sizeof *v, by_int); for (int i = 0; i < 20; i++) printf("%d ", v[i]); putchar('\n');
    int key = v[13], *f = bsearch(&key, v, 20, sizeof *v, by_int); printf("%d ", *f == key); key = 1000; printf("%d\n", bsearch(&key, v, 20, sizeof *v, by_int) == NULL);
    qsort(v, 5, sizeof *v, by_desc); for (int i = 0; i < 6; i++) printf("%d ", v[i]); putchar('\n');
    const char *w[] = {"pear", "apple", "fig", "banana", "app"}; qsort(w, 5, sizeof *w, by_str); for (int i = 0; i < 5; i++) printf("%s ", w[i]); putchar('\n');
    struct rec r[] = {{"dan", 30, 1}, {"amy", 25, 2}, {"bob", 30, 3}, {"cat", 19, 4}}; qsort(r, 4, sizeof *r, by_age_name); for (int i = 0; i < 4; i++) printf("%s%d/%g ", r[i].name, r[i].age, r[i].w); putchar('\n');
    struct rec k = {"bob", 30}; struct rec *h = bsearch(&k, r, 4, sizeof *r, by_age_name); char c[] = "sorting"; qsort(v, 0, sizeof *v, by_int); qsort(c, 1, 1, by_int); return h ? (int)(h - r) : 99;
}
