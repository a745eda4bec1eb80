// One-dimensional variable length arrays: sizeof, loops, scope re-entry, side effects in the size.
#include <stdio.h>
static int sum(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; int t = 0; for (int i = 0; i < n; i++) t += a[i]; return t + (int)(sizeof a / sizeof a[0]); }
static unsigned sieve(int n) { char flags[n + 1]; unsigned c = 0; for (int i = 0; i <= n; i++) flags[i] = 1; for (int i = 2; i <= n; i++) if (flags[i]) { c++; for (int j = 2 * i; j <= n; j += i) flags[j] = 0; } return c; }
struct p { short a; char b; };
int main(void) {
    printf("%d %d %u\n", sum(5), sum(1), sieve(100));
    for (int n = 1; n < 5; n++) { int a[n * 2]; a[0] = n; a[n * 2 - 1] = -n; printf("%d %d %zu\n", a[0] + a[n * 2 - 1], a[0], sizeof a / sizeof(int)); }
    int k = 3; char b[k++]; printf("%d %zu\n", k, sizeof b); k = 100; printf("%zu\n", sizeof b);
    struct p ps[k / 25]; ps[3].a = 7; printf("%zu %d\n", sizeof ps / sizeof *ps, ps[3].a);
    size_t z = sizeof(int[k]); printf("%zu\n", z / sizeof(int)); int w = 2; z = sizeof(char[w++]); printf("%zu %d\n", z, w);
    typedef int row[w]; w = 50; row r; printf("%zu\n", sizeof r / sizeof *r);
    int *p; { int inner[4]; inner[2] = 8; p = inner + 2; k = *p; } printf("%d\n", k);
again: ; int g[k]; g[k - 1] = k; if (--k > 5) goto again; printf("%d\n", k);
    return sum(6);
}
