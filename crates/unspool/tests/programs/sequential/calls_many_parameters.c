// Functions with many parameters of mixed integer, float and pointer types.
#include <stdio.h>
static double f(int a, double b, char c, float d, long e, short g, long long h, double i, unsigned char j, const char *k, int *l, float m, unsigned n, double o, double p, int q, double r, double s, double t, long long u) {
    *l += 1;
    return a + b * 2 + c * 3 + d * 4 + e * 5 + g * 6 + h * 7 + i * 8 + j * 9 + k[0] * 10 + *l * 11 + m * 12 + n * 13 + o * 14 + p * 15 + q * 16 + r * 17 + s * 18 + t * 19 + u * 20;
}
static int g(int a, int b, int c, int d, int e, int h, int i, int j, int k, int l) { return ((((((((a * 3 + b) * 3 + c) * 3 + d) * 3 + e) * 3 + h) * 3 + i) * 3 + j) * 3 + k) * 3 + l; }
static int rotate(int n, int a, int b, int c, int d, int e, int h, int i) { return n ? rotate(n - 1, b, c, d, e, h, i, a) : a * 1000 + i; }
int main(void) {
    int l = 10;
    printf("%.2f\n", f(1, 0.5, 'c', 1.5f, 2, 3, 4, 0.25, 255, "k", &l, -0.5f, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%d %d\n", l, g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    return rotate(10, 0, 1, 2, 3, 4, 5, 6) & 0xff;
}
