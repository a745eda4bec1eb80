// printf of doubles with %f, %e, %g in many widths, precisions and flags.
#include <stdio.h>
int main(void) {
    static const double v[] = {0.0, 1.0, -1.5, 0.1, 123456.789, 1e-5, 1e20, 99999.95, 0.5, 2.5, 1e100, 3.14159265358979};
    for (int i = 0; i < 12; i++) {
        double d = v[i];
        printf("[%f] [%.0f] [%.2f] [%10.3f] [%-10.1f] [%+f]\n", d, d, d, d, d, d);
        printf("[%e] [%.0e] [%.3E] [%15.2e] [% e]\n", d, d, d, d, d);
        printf("[%g] [%.3g] [%.10g] [%#g] [%G] [%012g]\n", d, d, d, d, d, d);
    }
    printf("%.20f\n%.17g\n%.1f %.1f %.1f %.1f\n", 0.1, 0.1, 0.25, 0.35, 0.05, 0.15);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    printf("%#.0f %#.0e %*.*f\n", 3.0, 3.0, 9, 2, 2.71828);
    printf("%g %g %g %g\n", 100000.0, 1000000.0, 0.0001, 0.00001);
    return printf("%f\n", 1.0);
}
