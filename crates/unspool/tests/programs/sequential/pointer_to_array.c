// Pointers to arrays, decay, multi-dimensional indexing and sizeof.
#include <stdio.h>
static int sum_rows(int (*m)[4], int rows) { int t = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < 4; j++) t += m[i][j] * (j - i); return t; }
static int (*second(int (*m)[4]))[4] { return m + 1; }
static int first_of(int a[static 3]) { return a[0] + sizeof(a) / sizeof(void *); }
int main(void) {
    int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, (*p)[4] = m, (*whole)[3][4] = &m, *flat = &m[0][0];
    printf("%zu %zu %zu\n", sizeof *p / sizeof(int), sizeof *whole / sizeof(int), sizeof m[0] / sizeof **m);
    printf("%d %d %d\n", p[1][2], (*whole)[2][0], *(*(m + 2) + 3));
    printf("%d %d\n", (*second(m))[1], sum_rows(m, 3));
    p++; printf("%d %d %td\n", (*p)[0], p[-1][3], p - m);
    printf("%d %d\n", flat[3], *m[1]);
    int cube[2][3][4], n = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 4; k++) cube[i][j][k] = n++;
    int (*pl)[3][4] = cube + 1; printf("%d %d\n", (*pl)[2][1], pl[-1][1][1]);
    char s[] = "abc", (*ps)[4] = &s; (*ps)[1] = 'X'; printf("%s %td\n", *ps, (char *)(ps + 1) - s);
    printf("%d\n", first_of(m[2]));
    return (*pl)[0][0];
}
