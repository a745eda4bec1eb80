// __label__ local labels in statement expressions and macros used twice.
#include <stdio.h>
#define FIND(arr, n, x) ({ __label__ done; int r_ = -1; for (int i_ = 0; i_ < (n); i_++) if ((arr)[i_] == (x)) { r_ = i_; goto done; } done: r_; })
int main(void) {
    int a[] = {4, 8, 15, 16, 23, 42};
    printf("%d %d %d\n", FIND(a, 6, 15), FIND(a, 6, 42), FIND(a, 6, 5));
    int n = 0; { __label__ top, out; top: if (n >= 3) goto out; n++; goto top; out: n *= 10; }
    { __label__ top; void *p = &&top; if (n < 0) goto *p; n++; top: n += 2; }
    printf("%d\n", n);
    return FIND(a, 6, 23) * 10;
}
