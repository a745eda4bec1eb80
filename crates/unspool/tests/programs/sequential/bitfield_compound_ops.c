// Compound assignment, increment and decrement on bit-fields wrap at the field width.
#include <stdio.h>
struct s { unsigned u : 4; int i : 4; _Bool b : 1; unsigned w : 17; };
int main(void) {
    struct s x = {14, 6, 0, 131070};
    int r;
    r = x.u++; printf("%d %d\n", r, x.u);
    r = x.u++; printf("%d %d\n", r, x.u);
    r = --x.u; printf("%d %d\n", r, x.u);
    r = ++x.i; printf("%d %d\n", r, x.i);
    r = ++x.i; printf("%d %d\n", r, x.i);
    r = x.i--; printf("%d %d\n", r, x.i);
    x.u += 3; printf("%d\n", x.u);
    x.u *= 7; printf("%d\n", x.u);
    x.u <<= 1; printf("%d\n", x.u);
    x.u |= 1; x.u ^= 15; printf("%d\n", x.u);
    x.u /= 2; x.u -= 8; printf("%d\n", x.u);
    x.i -= 20; printf("%d\n", x.i);
    x.i >>= 1; printf("%d\n", x.i);
    x.i %= 3; printf("%d\n", x.i);
    x.w += 5; printf("%u\n", x.w);
    x.b++; printf("%d\n", x.b); x.b++; printf("%d\n", x.b); x.b--; printf("%d\n", x.b); x.b |= 2; printf("%d\n", x.b);
    return x.u;
}
