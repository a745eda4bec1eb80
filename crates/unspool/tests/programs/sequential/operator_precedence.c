// Precedence and associativity across all operator groups.
#include <stdio.h>
int main(void) {
    int a = 2, b = 3, c = 4, arr[] = {1, 2, 3}, *p = arr;
    printf("%d %d %d\n", a + b * c, (a + b) * c, a - b - c);
    printf("%d %d\n", 100 / 10 / 2, 100 % 7 * 3);
    printf("%d %d %d\n", 1 << 2 + 1, 16 >> 1 << 1, 1 << 3 >> 1);
    printf("%d %d %d\n", a < b == 1, a & b == 3, (a & b) == 3);
    printf("%d %d %d\n", a | b ^ c & 6, 1 | 2 && 0, 5 & 6 | 8);
    printf("%d %d\n", !a == 0, ~a & 0xff);
    printf("%d %d\n", -a * -b, - -a + +b);
    int x = *p++ + 10; printf("%d %d\n", x, *p); x = ++*p; printf("%d %d\n", x, arr[1]);
    printf("%zu %d\n", sizeof a + 1 - sizeof(int), (int)sizeof(char) * 3);
    a = b = c = 9; a += b -= c *= 1; printf("%d %d %d\n", a, b, c);
    printf("%d\n", 1 ? 2 : 3 ? 4 : 5); printf("%d\n", 0 ? 1 : 0 ? 2 : 3);
    printf("%d %d\n", 1 + 2 == 3 && 4 > 3 || 0, 3 > 2 > 1);
    printf("%d\n", (char)300 + 1); printf("%d\n", -1 >> 1 == -1);
    struct { int v; int *q; } s = {5, arr}, *ps = &s; int old = *ps->q++; printf("%d %d %d\n", -ps->v, old, *ps->q);
    return a * 10 + 2;
}
