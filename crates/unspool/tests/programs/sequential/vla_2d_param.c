// Two-dimensional VLA parameters whose bounds come from earlier parameters.
#include <stdio.h>
static long trace(int n, int m[n][n]) { long t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static void mul(int r, int k, int c, int a[r][k], int b[k][c], int out[r][c]) { for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) { int s = 0; for (int x = 0; x < k; x++) s += a[i][x] * b[x][j]; out[i][j] = s; } }
static int row_bytes(int n, char (*p)[n]) { return (int)sizeof *p + (int)(p[1] - p[0]); }
static int star(int n, int m[*][*]); static int star(int n, int m[n][n + 1]) { return m[1][n]; }
static int knr_like(int n, int a[n + 1]) { return a[n]; }
int main(void) {
    int n = 4, a[n][n], b[n][n], c[n][n];
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { a[i][j] = i + j; b[i][j] = i == j ? 2 : 0; }
    mul(n, n, n, a, b, c); printf("%ld %ld %d\n", trace(n, a), trace(n, c), c[1][3]);
    int x[2][3] = {{1, 2, 3}, {4, 5, 6}}, y[3][2] = {{1, 0}, {0, 1}, {1, 1}}, z[2][2]; mul(2, 3, 2, x, y, z);
    printf("%d %d %d %d\n", z[0][0], z[0][1], z[1][0], z[1][1]);
    char t[3][7]; printf("%d\n", row_bytes(7, t));
    int s[3][4] = {{0}, {1, 2, 3, 9}}; printf("%d %d\n", star(3, s), knr_like(3, s[1]));
    printf("%zu %zu\n", sizeof a / sizeof a[0], sizeof a[0] / sizeof a[0][0]);
    int (*p)[n] = a + 1; printf("%d %td\n", (*p)[2], &p[1] - a);
    return (int)trace(n, c);
}
