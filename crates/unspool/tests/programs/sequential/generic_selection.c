// _Generic over types, pointers, qualifiers, function types, with unevaluated control.
#include <stdio.h>
#define KIND(x) _Generic((x), int *: 1, const int *: 2, char *: 3, void *: 4, double: 5, int (*)(int): 6, struct s: 7, default: 0)
#define ABS(x) _Generic((x), int: abs_i, long long: abs_ll, double: abs_d)(x)
struct s { int v; };
static int abs_i(int x) { return x < 0 ? -x : x; } static long long abs_ll(long long x) { return x < 0 ? -x : x; } static double abs_d(double x) { return x < 0 ? -x : x; }
#define PRINT(x) printf(_Generic((x), int: "%d\n", unsigned: "%uu\n", double: "%.2f\n", char *: "\"%s\"\n", long long: "%lldll\n"), x)
int main(void) {
    int i = 1; const int ci = 2; int arr[3]; struct s st = {7}; void *v = 0;
    printf("%d%d%d%d%d%d%d%d\n", KIND(&i), KIND(&ci), KIND("lit"), KIND(v), KIND(1.5), KIND(abs_i), KIND(st), KIND('c'));
    printf("%d %d\n", KIND(arr), KIND(&arr));
    printf("%d %lld %g\n", ABS(-3), ABS(-4000000000LL), ABS(-2.5));
    PRINT(42); PRINT(42u); PRINT(4.2); PRINT("txt"); PRINT(1LL << 33);
    int n = 0; int r = _Generic(n++, int: 10, default: 20); printf("%d %d\n", r, n);
    printf("%d\n", _Generic(ci, int: 1, const int: 2)); printf("%d\n", _Generic((char)1, char: 1, int: 2) + _Generic(+(char)1, char: 10, int: 20));
    _Generic(i, int: i, default: n) = 55; printf("%d\n", i);
    return _Generic(sizeof 1, unsigned: 4, unsigned long: 8, default: 1) * KIND(st);
}
