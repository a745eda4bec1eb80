// fabs and copysign builtins, and iterative square root and series that converge to exact values.
#include <stdio.h>
int main(void) {
    static const double v[] = {0.0, 2.25, -2.25, 16.0, -0.5, 1e6, 144.0};
    for (int i = 0; i < 7; i++) {
        double a = __builtin_fabs(v[i]);
        long fl = (long)v[i]; if (fl > v[i]) fl--;
        printf("%g %g %ld\n", v[i], a, fl);
    }
    double r = 144; for (int k = 0; k < 12; k++) r = (r + 144 / r) / 2;
    printf("%.4f\n", r);
    double s = 0; int terms = 0; for (double t = 1; t > 1e-4; t /= 4) { s += t; terms++; }
    printf("%.4f %d\n", s, terms);
    printf("%g\n", __builtin_copysign(3.0, -0.0));
    return (int)(r + 0.5);
}
