// Conditional operator, omitted middle operand evaluated once, nesting and mixed types.
#include <stdio.h>
static int calls; static int next(int v) { calls++; return v; }
int main(void) {
    int a = next(0) ?: next(7), b = next(5) ?: next(9); printf("%d %d %d\n", a, b, calls);
    const char *s = 0; printf("%s %s\n", s ?: "(none)", "set" ?: "x");
    printf("%g\n", 0.0 ?: 2.5);
    int x = 4; printf("%s\n", x < 3 ? "lt" : x == 4 ? "four" : "gt");
    printf("%g %lld\n", x ? 1 : 2.5, x ? -1 : 5LL);
    printf("%d\n", (x ? -1 : 0u) > 0);
    printf("%u\n", 1 ? -1 : 0u);
    int arr[2] = {1, 2}; *(x > 3 ? &arr[0] : &arr[1]) = 10; printf("%d %d\n", arr[0], arr[1]);
    x > 100 ? (void)puts("big") : (void)puts("small");
    struct p { int v; } p = {1}, q = {2}; printf("%d\n", (x & 1 ? p : q).v);
    void *vp = x ? arr : 0; printf("%d\n", vp == arr);
    int i = 0; int r = i++ ? 100 : i; printf("%d\n", r);
    calls = 0; int t = next(1) ? next(2) : next(3); printf("%d %d\n", t, calls);
    return (x ?: 3) + (calls ?: 50);
}
