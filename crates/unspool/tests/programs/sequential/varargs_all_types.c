// Variadic functions reading every promoted argument type.
#include <stdio.h>
#include <stdarg.h>
static void show(const char *f, ...) {
    va_list ap; va_start(ap, f);
    for (; *f; f++) switch (*f) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'L': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 'D': printf("%Lg ", va_arg(ap, long double)); break;
        case 's': printf("%s ", va_arg(ap, const char *)); break;
        case 'c': printf("%c ", va_arg(ap, int)); break;
        case 'p': printf("%d ", *va_arg(ap, int *)); break;
        case 'f': printf("%d ", va_arg(ap, int (*)(int))(4)); break;
        case 'z': printf("%zu ", va_arg(ap, size_t)); break;
    }
    va_end(ap); putchar('\n');
}
static int sum(int n, ...) { va_list ap; va_start(ap, n); int t = 0; while (n-- > 0) t += va_arg(ap, int); va_end(ap); return t; }
static int twice(int x) { return x * 2; }
int main(void) {
    char c = 'q'; short s = -3; unsigned char uc = 250; float f = 1.25f; _Bool b = 7; int x = 99; enum { E = 4 } e = E;
    show("ciiidi", c, s, uc, b, f, e);
    show("iLiLdLs", 1, 1LL << 40, 2, -1LL, 2.5, 3LL, "end");
    show("lulpfz", -5L, 4000000000u, 6L, &x, twice, sizeof(int[3]));
    show("DdDi", 1.5L, 0.5, -2.25L, 8);
    show("iiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    show("");
    return sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) + sum(0);
}
