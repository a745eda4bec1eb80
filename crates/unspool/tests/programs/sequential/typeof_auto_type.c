// typeof on expressions and types, __auto_type, and array/pointer deduction.
#include <stdio.h>
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
struct s { unsigned char c; long long v[2]; };
static double half(int n) { return n / 2.0; }
int main(void) {
    int x = 1, y = 2; SWAP(x, y); printf("%d %d\n", x, y);
    struct s a = {1, {2, 3}}, b = {4, {5, 6}}; SWAP(a, b); printf("%d %lld\n", a.c, b.v[1]);
    typeof(a.v) copy = {7, 8}; typeof(&a.v[0]) p = copy; printf("%lld %zu\n", *++p, sizeof copy / sizeof *copy);
    typeof(int *) q = &x; *q += 5; printf("%d\n", x);
    typeof(half(1)) d = half(3); printf("%g\n", d);
    int n = 0; typeof(n++) m = 9; printf("%d %d\n", n, m);
    __auto_type u = 3000000000u; printf("%u %zu\n", u + u, sizeof u);
    __auto_type ll = 1LL << 40; printf("%lld\n", ll);
    __auto_type f = half; printf("%g\n", f(9));
    __auto_type str = "auto"; printf("%s\n", str + 1);
    const int k = 5; typeof(k + 0) kk = k; kk++; printf("%d\n", kk);
    typeof(int[3]) arr = {1, 2, 3}; typeof(arr) *pa = &arr; printf("%d\n", (*pa)[2]);
    typeof(typeof(char)) c = 300; printf("%d\n", c); typeof(a) *sp = &a; sp->c--; printf("%d\n", a.c);
    return sizeof(typeof(copy));
}
