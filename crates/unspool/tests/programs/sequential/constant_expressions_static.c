// Constant expressions in array sizes, case labels, enumerators, bit-field widths and static initialisers.
#include <stdio.h>
#include <stddef.h>
#include <limits.h>
#define SQ(x) ((x) * (x))
enum { N = SQ(3) + (sizeof(char) << 2), M = N > 10 ? N - 10 : -1, K = !N || (5 & 4) };
struct s { unsigned f : N - 8; int a[M]; };
static int table[(1 << 3) % 5 + 1];
static const double ratio = 1.0 / 4 + 0.5;
static unsigned long long mask = ~0ull >> 4;
static int neg = -7 / 2, rem = -7 % 2, shr = -16 >> 2;
static unsigned big = 0u - 1;
static long off = offsetof(struct s, a) + 0L;
static char ch = 'a' + 1;
static int cmp = -1 < 0u, lt = (signed char)200 < 0, from_float = (int)3.99, choose = 1 ? 2 : 1 / 1;
static int *ptr = &table[2] - 1;
_Static_assert(N == 13, "N");
_Static_assert(M == 3 && K);
int main(void) {
    printf("%d %d %d %zu\n", N, M, K, sizeof table / sizeof *table);
    printf("%g %llx %d %d %d %u\n", ratio, mask, neg, rem, shr, big);
    printf("%ld %c %d %d %d %d\n", off, ch, cmp, lt, from_float, choose);
    printf("%d\n", (int)(ptr - table));
    switch (N) { case SQ(2) + 9: return 'k' - 'a'; case INT_MAX - 1: return 1; }
    return 2;
}
