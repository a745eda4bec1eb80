// Relational and equality operators with mixed signedness and width.
#include <stdio.h>
#define CMP(a, b) printf("%s ? %s: %d%d%d%d%d%d\n", #a, #b, (a) < (b), (a) <= (b), (a) > (b), (a) >= (b), (a) == (b), (a) != (b))
int main(void) {
    int m1 = -1; unsigned u1 = 1u, umax = 4294967295u; long l = -1; long long ll = -1; unsigned long long ull = 1;
    signed char sc = -1; unsigned char uc = 255; short ss = -1; unsigned short us = 65535; _Bool b = 1; unsigned long ul = 1;
    CMP(m1, u1);
    CMP(m1, umax);
    CMP(ll, u1);
    CMP(ll, ull);
    CMP(l, u1);
    CMP(l, ul);
    CMP(sc, uc);
    CMP(ss, us);
    CMP(sc, umax);
    CMP(us, m1);
    CMP(b, u1);
    CMP(b, m1);
    CMP(uc, 255);
    CMP((char)65, 'A');
    CMP(-1, sizeof(int));
    CMP(ll, umax);
    return (m1 < u1) * 2 + (ll < u1);
}
