// Bit-fields wider than int keep their own width in arithmetic, as GCC has it.
#include <stdio.h>
struct {
    unsigned long long b : 40;
    long long s : 40;
    unsigned long long f : 64;
    signed long long t : 35;
} r = {0, -5, ~0ull, 1};
int main(void) {
    printf("%lld %lld %llu\n", (long long)(r.b - 1), (long long)(r.s * 3), (unsigned long long)(r.f + 1));
    printf("%llu %d\n", (unsigned long long)(r.b + 1u - 2), r.b - 1 > 0);
    r.b--;
    r.s += r.b;
    printf("%llu %lld\n", (unsigned long long)r.b, (long long)r.s);
    printf("%lld %llu\n", (long long)-r.s, (unsigned long long)~r.b);
    long double d = r.s;
    printf("%Lf %d\n", d, (int)(r.b / 3 % 7));
    r.s = 7;
    printf("%lld %lld\n", (long long)(1 ? r.s : 0), (long long)(r.s - 8ull));
    return (int)(r.t & 15);
}
