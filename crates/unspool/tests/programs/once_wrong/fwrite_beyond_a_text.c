/* A library call that only reads may read too much. */
#include <stdio.h>
#include <string.h>
int nondet(void); int __VERIFIER_nondet_int(void);
int main(void){ const char *s = __VERIFIER_nondet_int() ? "abc" : "xy"; fwrite(s,1,10,stdout); return 0; }
