/* A bound that is reached in a callback of the library is a cut like others. */
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int cmp(const void *x, const void *y) {
    int a = 0, b = 0, c = 0, d = 0;
    while (__VERIFIER_nondet_int()) { if (d) abort(); d = c; c = b; b = a; a = 1; }
    return 0;
}
int main(void) { bsearch("x", "abc", 3, 1, cmp); return 0; }
