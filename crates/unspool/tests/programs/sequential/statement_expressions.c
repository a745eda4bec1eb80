// GNU statement expressions: values, nesting, side effects, in conditions and macros.
#include <stdio.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define CLAMP(v, lo, hi) ({ __auto_type _v = (v); MAX(lo, _v) > (hi) ? (hi) : MAX(lo, _v); })
struct p { int x, y; };
static int early(int n) { int r = ({ if (n < 0) return -1; n * 2; }); return r + 1; }
int main(void) {
    int i = 3, big = MAX(i++, 2); printf("%d %d\n", big, i);
    printf("%d %d %d\n", CLAMP(5, 0, 3), CLAMP(-5, 0, 3), CLAMP(2, 0, 3));
    int s = ({ int t = 0; for (int k = 1; k <= 10; k++) t += k; t; }); printf("%d\n", s);
    struct p q = ({ struct p r = {1, 2}; r.x += 10; r; }); printf("%d %d\n", q.x, q.y);
    if (({ int z = s % 2; z; })) puts("odd");
    printf("%d\n", ({ 1; 2; 3; }) + ({ int a = 4; a * a; }));
    int n = 0; while (({ n++; n < 5; })) ; printf("%d\n", n);
    for (int k = 0; k < 5; k++) { int v = ({ if (k == 2) continue; k * k; }); printf("%d ", v); } putchar('\n');
    ({ (void)0; }); double d = ({ double h = 0.5; h * 3; }); printf("%g\n", d);
    printf("%d %d\n", early(-3), early(3));
    return ({ int w = ({ int x = 6; x; }); w * 7; });
}
