// __builtin_add/sub/mul_overflow at several types including mixed operand types.
#include <stdio.h>
#include <limits.h>
#define T(op, type, a, b) do { type r; int o = __builtin_##op##_overflow(a, b, &r); printf(#op " " #type " %d %lld\n", o, (long long)r); } while (0)
int main(void) {
    T(add, int, INT_MAX, 1); T(add, int, INT_MAX, -1); T(sub, int, INT_MIN, 1); T(mul, int, 65536, 65536); T(mul, int, -65536, 32768);
    T(add, unsigned, UINT_MAX, 1u); T(sub, unsigned, 1u, 2u); T(mul, unsigned, 65536u, 65535u); T(mul, unsigned, 65536u, 65536u);
    T(add, signed char, 100, 27); T(add, signed char, 100, 28); T(sub, unsigned char, 5, 6); T(mul, short, 200, 200); T(mul, unsigned short, 255, 257);
    T(add, long long, LLONG_MAX, 1LL); T(sub, long long, LLONG_MIN, 1LL); T(mul, long long, 3037000500LL, 3037000500LL); T(mul, long long, -3037000499LL, 3037000499LL);
    T(add, unsigned long long, ULLONG_MAX, 1ull); T(mul, unsigned long long, 1ull << 32, 1ull << 31); T(mul, unsigned long long, 1ull << 32, 1ull << 32);
    T(add, unsigned, -1, 1u); T(add, int, 3000000000u, -1000000000); T(add, unsigned, -1, 0); T(sub, int, 1ull, 2ull); T(add, long long, ULLONG_MAX, -1);
    T(mul, int, -1, 0u); T(add, long, LONG_MAX, 1L);
    int r, o = __builtin_sadd_overflow(INT_MAX, INT_MAX, &r); printf("%d %d\n", o, r); unsigned u; o = __builtin_usub_overflow(0u, 1u, &u); printf("%d %u\n", o, u);
    long long ll; o = __builtin_smulll_overflow(1LL << 40, 1LL << 40, &ll); printf("%d %lld\n", o, ll);
    return __builtin_add_overflow_p(INT_MAX, 1, (int)0) + 2 * __builtin_mul_overflow_p(2, 3, (char)0);
}
