// Fixed-point Mandelbrot rendering with signed shifts and 64-bit products.
#include <stdio.h>
typedef int fx; static fx mul(fx a, fx b) { return (fx)((long long)a * b >> 12); }
int main(void) {
    int sum = 0;
    for (int y = -6; y <= 6; y++) {
        for (int x = -20; x <= 9; x++) {
            fx cr = x * 4096 / 10, ci = y * 4096 / 6, zr = 0, zi = 0; int n = 0;
            while (n < 12 && mul(zr, zr) + mul(zi, zi) < 4 * 4096) { fx t = mul(zr, zr) - mul(zi, zi) + cr; zi = 2 * mul(zr, zi) + ci; zr = t; n++; }
            sum += n; putchar(" .:-=+*#%@&$X"[n]);
        }
        putchar('\n');
    }
    return sum & 0xff;
}
