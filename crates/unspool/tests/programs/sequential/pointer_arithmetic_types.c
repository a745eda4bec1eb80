// Pointer addition, subtraction and difference scale by element size for every element type.
#include <stdio.h>
#include <stddef.h>
typedef void *voidp;
struct odd { char c[7]; };
#define RUN(T) do { T a[10]; T *p = a, *q = a + 7; p += 2; q -= 1; ptrdiff_t n = q - p; \
    printf("%s %td %td %d %d\n", #T, n, (char *)q - (char *)p == n * (ptrdiff_t)sizeof(T) ? n : -1, p < q, q == &a[6]); \
    p++; --q; printf("%td %td\n", q - p, &p[2] - a); } while (0)
int main(void) {
    RUN(char); RUN(unsigned short); RUN(int); RUN(long); RUN(long long); RUN(float); RUN(double); RUN(struct odd); RUN(voidp); RUN(_Bool);
    int a[6] = {0, 10, 20, 30, 40, 50}; int *p = a + 3;
    printf("%d %d %d %d %d\n", p[-1], *(p + 1), *(2 + a), 3[a], *(p - 3));
    unsigned char uc = 2; printf("%d %d\n", *(a + uc), *(p - uc));
    long long ll = -2; printf("%d\n", p[ll]);
    int *end = a + 6, total = 0; while (end != a) total += *--end; printf("%d\n", total);
    void *v = a; v = (char *)v + sizeof(int); printf("%d\n", *(int *)v);
    void *w = v + sizeof(int); printf("%d %d\n", *(int *)w, (int)(w - v) == (int)sizeof(int));
    return (int)(p - a);
}
