// Integer and double matrix products, powers and a determinant by elimination over fractions of two.
#include <stdio.h>
#include <string.h>
#define N 4
typedef long long mat[N][N];
static void mul(mat a, mat b, mat out) { mat t = {{0}}; for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) for (int k = 0; k < N; k++) t[i][j] += a[i][k] * b[k][j]; memcpy(out, t, sizeof t); }
static void power(mat a, unsigned e, mat out) { mat r = {{0}}, b; for (int i = 0; i < N; i++) r[i][i] = 1; memcpy(b, a, sizeof b); for (; e; e >>= 1) { if (e & 1) mul(r, b, r); mul(b, b, b); } memcpy(out, r, sizeof r); }
static double det(int n, double m[n][n]) { double d = 1; for (int c = 0; c < n; c++) { int p = c; while (p < n && m[p][c] == 0) p++; if (p == n) return 0; if (p != c) { for (int k = 0; k < n; k++) { double t = m[c][k]; m[c][k] = m[p][k]; m[p][k] = t; } d = -d; } d *= m[c][c]; for (int r = c + 1; r < n; r++) { double f = m[r][c] / m[c][c]; for (int k = c; k < n; k++) m[r][k] -= f * m[c][k]; } } return d; }
int main(void) {
    mat f = {{1, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 2, 1}, {0, 0, 0, 2}}, r; power(f, 12, r); for (int i = 0; i < N; i++) { for (int j = 0; j < N; j++) printf("%lld ", r[i][j]); putchar('\n'); }
    double m[3][3] = {{2, 4, 8}, {1, 4, 2}, {4, 2, 2}}, z[2][2] = {{1, 2}, {2, 4}}, s[2][2] = {{0, 1}, {1, 0}}; printf("%g ", det(3, m)); printf("%g %g\n", det(2, z), det(2, s));
    return (int)r[0][1];
}
