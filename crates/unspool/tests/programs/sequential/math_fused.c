// fma, fmaf, fmal: a product and a sum with one rounding.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double big = 1e300, tiny = 0x1p-53, one = 1, third = 1.0 / 3;
    volatile double a = fma(third, 3, -1), b = fma(1 + tiny * 2, 1 - tiny, -1), c = fma(big, big, -INFINITY), d = fma(big, 10, big);
    printf("%a %a %a %a\n", a, b, c, d);
    volatile double e = fma(0, 5, -0.0), f = fma(5e-324, 0.5, 5e-324), g = fma(-one, one, one), h = fma(big, 1e-300, 1);
    printf("%a %a %a %a %d\n", e, f, g, h, isnan(fma(INFINITY, 0, 1)));
    volatile float x = fmaf(1.0f / 3, 3, -1), y = fmaf(16777217.0f, 16777215.0f, 1);
    volatile long double l = fmal(1.0L / 3, 3, -1);
    printf("%a %a %d\n", x, y, l == -0x1p-65L);
    return 0;
}
