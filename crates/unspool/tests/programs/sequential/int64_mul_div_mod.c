// 64-bit multiply, divide, remainder and compare over corner values.
#include <stdio.h>
#include <stdint.h>
int main(void) {
    static const int64_t s[] = {0, 1, -1, 7, -7, 4294967296LL, -4294967297LL, 1000000007LL, INT64_MAX, INT64_MIN};
    uint64_t h = 0; int lt = 0, eq = 0;
    for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) {
        int64_t a = s[i], b = s[j]; uint64_t ua = a, ub = b; lt += a < b; eq += ua >= ub;
        if (b && !(a == INT64_MIN && b == -1)) h = h * 31 + (uint64_t)(a / b) * 3 + (uint64_t)(a % b);
        if (ub) h = h * 37 + ua / ub + ua % ub; h ^= ua * ub;
    }
    printf("%016llx %d %d\n", (unsigned long long)h, lt, eq);
    int64_t q = -9000000000LL / 7, r = -9000000000LL % 7; printf("%lld %lld\n", (long long)q, (long long)r);
    uint64_t big = 18446744073709551557ull; printf("%llu %llu\n", (unsigned long long)(big / 10), (unsigned long long)(big % 1000000007u));
    unsigned __attribute__((mode(DI))) di = 5; di *= 1000000000000ull; printf("%llu\n", (unsigned long long)di);
    for (int k = 0; k < 64; k += 9) printf("%llx %llx ", (unsigned long long)(big >> k), (unsigned long long)((uint64_t)INT64_MIN >> k | (uint64_t)3 << k)); putchar('\n');
    for (int k = 0; k < 64; k += 13) printf("%lld ", (long long)(INT64_MIN >> k)); putchar('\n');
    return (int)(h & 0x7f);
}
