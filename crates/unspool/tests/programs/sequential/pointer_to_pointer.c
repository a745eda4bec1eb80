// Several levels of indirection and out-parameters.
#include <stdio.h>
#include <stdlib.h>
static void set(int **out, int *v) { *out = v; }
static int alloc_rows(int ***out, int r, int c) {
    *out = malloc(r * sizeof **out);
    for (int i = 0; i < r; i++) { (*out)[i] = calloc(c, sizeof ***out); for (int j = 0; j < c; j++) (*out)[i][j] = i * c + j; }
    return r * c;
}
static void swap(const char **a, const char **b) { const char *t = *a; *a = *b; *b = t; }
int main(void) {
    int x = 1, y = 2, *p = &x, **pp = &p, ***ppp = &pp;
    ***ppp = 5; *pp = &y; **pp += 10; set(*ppp, &x); (*p)++;
    printf("%d %d %d\n", x, y, *p);
    int **rows; int n = alloc_rows(&rows, 3, 4), sum = 0;
    int *tmp = rows[0]; rows[0] = rows[2]; rows[2] = tmp;
    for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) sum += rows[i][j] * (i + 1);
    printf("%d %d\n", n, sum);
    for (int i = 0; i < 3; i++) free(rows[i]);
    free(rows);
    const char *names[] = {"b", "a", "c", NULL}, **it = names; swap(&names[0], &names[1]);
    while (*it) printf("%s ", *it++);
    printf("%d\n", (int)(it - names));
    return x;
}
