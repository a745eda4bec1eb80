// Compound assignment through pointers, array elements and members evaluates the place once.
#include <stdio.h>
struct s { short v; unsigned char c[3]; long long w; }; static int calls; static int idx(void) { return calls++; } static struct s pool[3]; static struct s *get(int i) { calls += 10; return &pool[i]; }
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, *p = a; a[idx()] += 10; a[idx()] *= 3; a[idx()]++; --a[idx()]; printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], calls);
    *p++ += 5; *p++ <<= 2; *++p -= 1; printf("%d %d %d %td\n", a[0], a[1], a[3], p - a); calls = 0; get(1)->v += 300; get(1)->c[2] -= 1; get(2)->w |= 1LL << 40; printf("%d %d %d %lld\n", calls, pool[1].v, pool[1].c[2], pool[2].w);
    struct s *q = pool; (q++)->v = 7; q->c[0] = q[-1].v *= 3; printf("%d %d\n", pool[0].v, pool[1].c[0]); int m[2][2] = {{1, 2}, {3, 4}}; m[1][0] += m[0][1] += m[0][0]; printf("%d %d\n", m[0][1], m[1][0]);
    unsigned char *b = (unsigned char *)&a[4]; *b += 251; b[1] ^= 1; printf("%d\n", a[4]); double d[2] = {1, 2}, *dp = d; *dp++ /= 4; *dp *= *dp; printf("%g %g\n", d[0], d[1]); char t[] = "abc", *c = t; while (*c) *c++ -= 32; puts(t); int *pp[2] = {&a[0], &a[1]}; *pp[1] %= 5; ++*pp[0]; printf("%d %d\n", a[0], a[1]);
    return a[0];
}
