// __builtin_popcount, clz, ctz, ffs, parity in int, long and long long forms.
#include <stdio.h>
int main(void) {
    static const unsigned long long v[] = {1, 2, 3, 0x80, 0xff00ff, 0x80000000u, 0xffffffffu, 0x123456789abcdefull, 1ull << 63, ~0ull};
    for (int i = 0; i < 10; i++) {
        unsigned long long x = v[i]; unsigned u = (unsigned)x;
        printf("%d %d %d %d %d | ", __builtin_popcountll(x), __builtin_clzll(x), __builtin_ctzll(x), __builtin_ffsll((long long)x), __builtin_parityll(x));
        printf("%d %d %d", __builtin_popcount(u), __builtin_parity(u), __builtin_ffs((int)u));
        if (u) printf(" %d %d", __builtin_clz(u), __builtin_ctz(u));
        putchar('\n');
    }
    printf("%d %d %d\n", __builtin_popcountl(0xf0ul), __builtin_clzl(1ul), __builtin_ctzl(16ul));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffsl(0), __builtin_popcount(0));
    printf("%d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsb(0x00ff));
    enum { K = __builtin_popcount(0xabc), L = __builtin_ctz(64) }; printf("%d %d\n", K, L);
    return __builtin_popcountll(0xdeadbeefcafef00dull);
}
