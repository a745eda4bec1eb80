// printf length modifiers hh, h, l, ll, j, z, t truncating or widening their arguments.
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
int main(void) {
    printf("%hhd %hhu %hhx\n", 300, 300, -1); printf("%hd %hu %hx\n", 70000, 70000, -1);
    printf("%ld %lu %lx %lo\n", -5L, 5UL, 255UL, 8UL); printf("%lld %llu %llx %llo\n", -(1LL << 50), ~0ull, 1ull << 60, 64ull);
    printf("%jd %ju %jx\n", (intmax_t)-9, (uintmax_t)9, (uintmax_t)~0ull); printf("%zd %zu %zx\n", (ptrdiff_t)-3, sizeof(int[10]), (size_t)4096);
    int a[9]; printf("%td %ti\n", &a[7] - &a[2], &a[1] - &a[4]);
    printf("%20lld|%-20lld|%020lld|%+lld\n", 123456789012LL, 123456789012LL, -123456789012LL, 1LL);
    printf("%#llx %#llo %.20llu\n", 0xabcull, 0777ull, 5ull); printf("%ld %d %lld %d\n", 1L, 2, 3LL, 4);
    printf("%lf %5.2lf %c %lc\n", 1.5, 2.25, 'c', (unsigned)'w');
    signed char n; short h; int m; long long w; printf("ab%hhncd%hnef%ngh%lln\n", &n, &h, &m, &w); printf("%d %d %d %lld\n", n, h, m, w);
    return printf("%hhd\n", -128);
}
