// malloc, calloc zeroing, realloc growth and shrink keeping contents, free of null.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct vec { int *d; size_t n, cap; };
static void push(struct vec *v, int x) { if (v->n == v->cap) { v->cap = v->cap ? v->cap * 2 : 2; v->d = realloc(v->d, v->cap * sizeof *v->d); } v->d[v->n++] = x; }
int main(void) {
    struct vec v = {0}; for (int i = 0; i < 50; i++) push(&v, i * 7 % 13); long t = 0; for (size_t i = 0; i < v.n; i++) t += v.d[i] * (long)i; printf("%zu %zu %ld\n", v.n, v.cap, t);
    v.d = realloc(v.d, 5 * sizeof *v.d); for (int i = 0; i < 5; i++) printf("%d ", v.d[i]); putchar('\n'); free(v.d);
    int *z = calloc(20, sizeof *z), nz = 0; for (int i = 0; i < 20; i++) nz |= z[i]; printf("%d\n", nz); free(z); free(NULL);
    char *s = realloc(NULL, 4); strcpy(s, "abc"); s = realloc(s, 100); strcat(s, "defgh"); printf("%s %zu\n", s, strlen(s)); free(s);
    char **names = malloc(3 * sizeof *names); for (int i = 0; i < 3; i++) { names[i] = malloc(10); sprintf(names[i], "name%d", i); } for (int i = 2; i >= 0; i--) { printf("%s ", names[i]); free(names[i]); } free(names); putchar('\n');
    void *ps[16]; for (int i = 0; i < 16; i++) { ps[i] = malloc(i * 3 + 1); memset(ps[i], i, i * 3 + 1); } int bad = 0; for (int i = 0; i < 16; i++) { unsigned char *b = ps[i]; for (int j = 0; j <= i * 3; j++) bad += b[j] != i; if (i & 1) free(ps[i]); } for (int i = 0; i < 16; i += 2) free(ps[i]); return bad + 5;
}
