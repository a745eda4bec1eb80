// float and double arithmetic on exactly representable values, mixed with integers.
#include <stdio.h>
int main(void) {
    float f = 1.5f, g = -0.375f; double d = 1024.0625, e = -3.0; int i = 7; unsigned char uc = 255; long long ll = -1LL;
    printf("%g %g %g %g\n", f + g, f - g, f * g, f / 0.5f);
    printf("%g %g %g %g\n", d + e, d - e, d * e, d / 2.0);
    printf("%g %g %g\n", f + d, i * f, uc / 2.0);
    printf("%g %g\n", i / 2 * 1.0, i / 2.0f);
    printf("%.10f %.10f\n", d + ll, e * uc);
    f += d; d -= f; e *= e; g /= 4;
    printf("%g %g %g %g\n", f, d, e, g);
    double acc = 0; for (int k = 1; k <= 64; k++) acc += k * 0.125;
    printf("%g\n", acc);
    float half = 1; int halvings = 0; while (half > 0.001f) { half /= 2; halvings++; }
    printf("%d %.12f\n", halvings, half);
    double poly = 0; static const double c[] = {1, -2, 0.5, 4}; for (int k = 3; k >= 0; k--) poly = poly * 1.5 + c[k];
    printf("%g\n", poly);
    printf("%d %d\n", (int)(f > d) + (f >= f), f == 0);
    return (int)acc & 255;
}
