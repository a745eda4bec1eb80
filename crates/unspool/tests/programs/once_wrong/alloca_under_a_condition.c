/* The same, on some paths only. */
#include <alloca.h>
int __VERIFIER_nondet_int(void);
int *f(int c) { int *p = 0; if (c) { p = alloca(4); *p = 1; } return p; }
int main(void) { int *p = f(__VERIFIER_nondet_int()); return p ? *p : 0; }
