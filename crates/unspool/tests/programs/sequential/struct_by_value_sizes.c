// Passing and returning structs by value at sizes from 1 to 64 bytes.
#include <stdio.h>
#define DEF(N) struct s##N { unsigned char b[N]; }; \
    static struct s##N rot##N(struct s##N v, int k) { struct s##N r; for (int i = 0; i < N; i++) r.b[(i + k) % N] = v.b[i]; v.b[0] = 0; return r; } \
    static int run##N(void) { struct s##N x; for (int i = 0; i < N; i++) x.b[i] = i * 3 + N; struct s##N y = rot##N(rot##N(x, 1), 2); \
        int h = 0; for (int i = 0; i < N; i++) h = (h * 31 + y.b[i]) & 0xffff; printf("%d: %d %d\n", N, h, x.b[0] + rot##N(x, 3).b[N - 1]); return h; }
DEF(1) DEF(2) DEF(3) DEF(4) DEF(5) DEF(6) DEF(7) DEF(8) DEF(9) DEF(12) DEF(15) DEF(16) DEF(17) DEF(24) DEF(32) DEF(33) DEF(64)
int main(void) {
    int t = run1() + run2() + run3() + run4() + run5() + run6() + run7() + run8() + run9();
    t += run12() + run15() + run16() + run17() + run24() + run32() + run33() + run64();
    return t & 0xff;
}
