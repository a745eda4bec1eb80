// Comparisons and arithmetic between integers and floats, loops with float counters, truthiness.
#include <stdio.h>
int main(void) {
    int i = 3; unsigned u = 3000000000u; long long ll = -4; float f = 3.0f; double d = 3.5; char c = 3; _Bool b = 1;
    printf("%d%d%d%d\n", i == f, i < d, c >= f, b == 1.0); printf("%d%d%d\n", u > 2.9e9, u > d, -1 < 0.0); printf("%d%d\n", ll < f, ll == -4.0);
    printf("%g %g %g\n", i + d, u + f - 1.0, ll * d); int n = 0; for (float x = 0; x < 2; x += 0.25f) n++; for (double y = 10; y >= 0; y -= 2.5) n += 100; printf("%d\n", n);
    if (f) n++; if (!d) n += 1000; while (d) { d -= 0.5; n++; } printf("%d\n", n); printf("%d\n", f && i || d); printf("%d\n", (int)(f / 2 * 2 == f)); double m = i > 2 ? 1 : 0.5; printf("%g\n", m);
    double best = -1e9; static const double t[] = {1.5, -2, 7.25, 7, 0}; int at = -1; for (int k = 0; k < 5; k++) if (t[k] > best) best = t[at = k]; printf("%d %g\n", at, best); switch ((int)best) { case 7: n++; }
    float arr[3] = {1, 2.5, -1}; arr[1] += i; arr[i - 1] *= arr[0]--; printf("%g %g %g\n", arr[0], arr[1], arr[2]);
    return n & 0xff;
}
