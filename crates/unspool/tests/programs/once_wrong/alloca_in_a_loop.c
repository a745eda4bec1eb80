/* What alloca makes ends with the function. */
#include <alloca.h>
int *f(int n) { int *q = 0; for (int i = 0; i < n; i++) { int *p = alloca(4); *p = i; if (i == 0) q = p; } return q; }
int main(void) { return *f(2); }
