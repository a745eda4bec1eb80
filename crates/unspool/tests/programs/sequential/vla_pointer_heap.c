// Pointers to VLA types over heap memory and typedefs of variably modified types.
#include <stdio.h>
#include <stdlib.h>
static void fill(int w, int h, unsigned char img[h][w]) { for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) img[y][x] = x * y + w; }
int main(void) {
    int w = 5, h = 3; unsigned char (*img)[w] = malloc(sizeof(unsigned char[h][w])); fill(w, h, img);
    for (int y = 0; y < h; y++) { for (int x = 0; x < w; x++) printf("%d ", img[y][x]); putchar('\n'); }
    unsigned char (*last)[w] = img + h - 1; printf("%d %zu\n", (*last)[4], sizeof *last);
    w = 100; printf("%zu %td\n", sizeof *img, last - img); free(img);
    int d = 2; typedef double mat[d][d + 1]; mat *m = malloc(sizeof(mat)); d = 9;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) (*m)[i][j] = i + j * 0.5;
    printf("%g %zu\n", (*m)[1][2], sizeof *m / sizeof(double)); free(m);
    int n = 3; int (*cube)[n][n] = malloc(sizeof(int[n][n][n])); int k = 0;
    for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) for (int c = 0; c < n; c++) cube[a][b][c] = k++;
    int diag = cube[0][0][0] + cube[1][1][1] + cube[2][2][2]; printf("%d %d\n", diag, *(*(*(cube + 2) + 1) + 0)); free(cube);
    int arr[4] = {1, 2, 3, 4}; int (*view)[2] = (int (*)[2])arr; printf("%d\n", view[1][0]);
    return diag;
}
