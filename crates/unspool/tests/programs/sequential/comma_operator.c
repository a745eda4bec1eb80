// Comma operator: sequencing, value, in for clauses, subscripts and conditions.
#include <stdio.h>
int main(void) {
    int a = 1, b, i, j;
    b = (a++, a * 2); printf("%d %d\n", a, b);
    b = a++, a += b; printf("%d %d\n", a, b);
    for (i = 0, j = 10; i++, i < j; j--) ; printf("%d %d\n", i, j);
    int arr[3] = {7, 8, 9}; printf("%d\n", arr[0, 2]);
    printf("%d\n", (puts("left"), puts("right"), 3));
    while (a -= 3, a > 0) printf("%d ", a); putchar('\n');
    int c = (1, 2, 3), d = sizeof(char[(int)sizeof(int)]); printf("%d %d\n", c, d);
    struct s { int x; } s1 = {1}, s2; s2 = (s1.x++, s1); printf("%d\n", s2.x);
    double e = (5, 2.5); printf("%g\n", e);
    return (a = 5, b = a + 1, a * b);
}
