// va_copy, passing va_list to other functions, and vsnprintf twice over the same arguments.
#include <stdio.h>
#include <stdarg.h>
#include <stdlib.h>
static double mean_then_spread(int n, ...) {
    va_list a, b; va_start(a, n); va_copy(b, a);
    double m = 0, s = 0; for (int i = 0; i < n; i++) m += va_arg(a, double);
    m /= n; for (int i = 0; i < n; i++) { double d = va_arg(b, double) - m; s += d * d; }
    va_end(a); va_end(b); return m * 1000 + s;
}
static char *format(const char *f, ...) {
    va_list a, b; va_start(a, f); va_copy(b, a);
    int n = vsnprintf(NULL, 0, f, a); char *r = malloc(n + 1); vsnprintf(r, n + 1, f, b);
    va_end(a); va_end(b); return r;
}
static int take(va_list *ap) { return va_arg(*ap, int); }
static int alternate(int n, ...) { va_list ap; va_start(ap, n); int r = 0; for (int i = 0; i < n; i++) r += i & 1 ? -take(&ap) : take(&ap) * 10; va_end(ap); return r; }
static int vsum(int n, va_list ap) { int t = 0; while (n--) t += va_arg(ap, int); return t; }
static int twice(int n, ...) { va_list ap; va_start(ap, n); int t = vsum(n, ap); va_end(ap); va_start(ap, n); t += 100 * va_arg(ap, int); va_end(ap); return t; }
static void say(const char *f, ...) { va_list ap; va_start(ap, f); vprintf(f, ap); va_end(ap); }
int main(void) {
    printf("%g\n", mean_then_spread(4, 1.0, 2.0, 3.0, 6.0));
    char *s = format("%s-%05d-%c-%.2f", "id", 42, 'x', 2.5); puts(s); free(s);
    printf("%d %d\n", alternate(5, 1, 2, 3, 4, 5), twice(3, 7, 8, 9));
    say("%d %s %g\n", 1, "two", 3.5);
    return twice(2, 1, 2);
}
