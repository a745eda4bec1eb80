// Comparing pointers: equality, order within an object, one past the end, null.
#include <stdio.h>
#include <stddef.h>
int main(void) {
    int a[5], b = 0, *p = a, *e = a + 5, *n = NULL; struct { int x, y; } s = {1, 2};
    printf("%d%d%d%d\n", p < e, p <= p, e > p, p >= e);
    printf("%d%d%d\n", p == a, p != e, &a[5] == e);
    printf("%d%d%d%d\n", n == NULL, !n, n == 0, p != n);
    printf("%d%d\n", (void *)&b == (void *)a, &s.x < &s.y);
    printf("%d%d\n", (void *)&s == (void *)&s.x, (char *)&s.y > (char *)&s.x);
    int count = 0; for (int *q = a; q < e; q++) { *q = count++; } printf("%d\n", a[4]);
    const int *lo = a, *hi = e - 1; int target = 3;
    while (lo < hi) { const int *mid = lo + (hi - lo) / 2; if (*mid < target) lo = mid + 1; else hi = mid; }
    printf("%d\n", (int)(lo - a));
    int (*f)(const char *) = puts; printf("%d %d\n", f == puts, f != 0);
    char *c1 = (char *)a, *c2 = c1; printf("%d\n", c1 == c2 && !(c1 < c2));
    return p ? (n ? 1 : 42) : 3;
}
