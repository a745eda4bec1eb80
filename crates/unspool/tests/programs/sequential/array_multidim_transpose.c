// Two and three dimensional arrays, transposition and row pointers.
#include <stdio.h>
#define R 3
#define C 5
static int src[R][C], dst[C][R];
static void fill(int a[][C], int n) { for (int i = 0; i < n; i++) for (int j = 0; j < C; j++) a[i][j] = (i + 1) * 10 + j; }
int main(void) {
    fill(src, R);
    for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) dst[j][i] = src[i][j];
    for (int i = 0; i < C; i++) { for (int j = 0; j < R; j++) printf("%d ", dst[i][j]); putchar('\n'); }
    int *rows[C]; for (int i = 0; i < C; i++) rows[C - 1 - i] = dst[i];
    printf("%d %d\n", rows[0][2], rows[4][0]);
    unsigned char cube[4][4][4]; int sum = 0;
    for (int i = 0; i < 64; i++) cube[i >> 4][i >> 2 & 3][i & 3] = i * 5;
    for (int k = 0; k < 4; k++) for (int j = 0; j < 4; j++) for (int i = 0; i < 4; i++) sum += cube[i][j][k] * (k + 1);
    printf("%d %zu\n", sum, sizeof cube);
    short sym[6][6] = {{0}}; for (int i = 0; i < 6; i++) for (int j = 0; j <= i; j++) sym[i][j] = sym[j][i] = i * j - 3;
    int tr = 0; for (int i = 0; i < 6; i++) tr += sym[i][i] + sym[i][5 - i];
    printf("%d\n", tr);
    return tr & 0x7f;
}
