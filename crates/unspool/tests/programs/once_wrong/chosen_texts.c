/* Texts of a library call that are chosen by the program. */
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void){ int n = __VERIFIER_nondet_int(); printf("%s: %s %d\n", n ? "abc" : "a much longer text than sixteen", n > 3 ? "x" : 0 , n); puts(n ? "yes" : "no"); return 0; }
