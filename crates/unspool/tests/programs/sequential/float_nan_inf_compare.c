// Comparisons and arithmetic with infinities, NaN and signed zero.
#include <stdio.h>
#define CMP(a, b) printf("%d%d%d%d%d%d ", (a) < (b), (a) <= (b), (a) > (b), (a) >= (b), (a) == (b), (a) != (b))
int main(void) {
    volatile double zero = 0.0; double inf = __builtin_inf(), nan = __builtin_nan(""), nz = -zero;
    float finf = (float)inf, fnan = (float)nan;
    CMP(inf, inf); CMP(-inf, inf); CMP(1.0, inf); CMP(nan, nan); CMP(nan, 1.0); CMP(inf, nan); CMP(zero, nz); putchar('\n');
    CMP(finf, inf); CMP(fnan, fnan); CMP(fnan, 0.0f); putchar('\n');
    printf("%d %d %d %d\n", !nan, nan && 1, nan ? 1 : 2, !nz);
    printf("%f %f %e %g %G\n", inf, -inf, inf, -inf, inf);
    printf("%d %d %d\n", nan != nan, !(nan < 0), !(nan >= 0));
    printf("%g %g\n", nz, zero);
    printf("%g %g\n", inf + 1, inf * -2);
    printf("%d %d\n", inf - inf != inf - inf, zero * inf != 0);
    printf("%g %g\n", 1 / inf, -1 / inf);
    printf("%d %d %d\n", __builtin_isnan(nan) != 0, __builtin_isinf(-inf) != 0, __builtin_signbit(nz) != 0);
    printf("%5.1f|%-6f|%06f\n", inf, inf, inf);
    return (nan == nan) + 2 * (inf == finf) + 4 * (nz == zero);
}
