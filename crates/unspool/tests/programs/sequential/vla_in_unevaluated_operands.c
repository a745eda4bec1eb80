// sizeof and typeof of operands whose type has a variable length are evaluated.
#include <stdio.h>
static int calls;
static int next(void) { return ++calls + 2; }
static int sized(int m, int a[next()]) { return m + a[0]; }
int main(void) {
    int n = 4, buf[8] = {1, 2, 3};
    void *p = buf;
    printf("%zu\n", sizeof(*(int (*)[n])p));
    typeof(*(int (*)[n])p) y;
    y[3] = 9;
    printf("%zu %d\n", sizeof y, y[3]);
    typeof(({ int (*q)[n] = p; q; })) r = p;
    printf("%d %zu\n", (*r)[1], sizeof *r);
    size_t size = sizeof(int[next()]);
    printf("%zu %d\n", size, calls);
    size = sizeof(*(char (*)[next()])p);
    printf("%zu %d\n", size, calls);
    int sum = sized(5, buf);
    printf("%d %d\n", sum, calls);
    return 0;
}
