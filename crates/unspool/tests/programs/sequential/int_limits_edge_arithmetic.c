// Arithmetic at the edges of each signed type without overflow.
#include <stdio.h>
#include <limits.h>
static int midpoint(int a, int b) { return (int)(((long long)a + b) / 2); }
static unsigned magnitude(int x) { return x < 0 ? 0u - (unsigned)x : (unsigned)x; }
static int sat_add(int a, int b) { if (b > 0 && a > INT_MAX - b) return INT_MAX; if (b < 0 && a < INT_MIN - b) return INT_MIN; return a + b; }
static int floor_div(int a, int b) { int q = a / b; return q - (a % b != 0 && (a < 0) != (b < 0)); }
int main(void) {
    printf("%d %d %d\n", midpoint(INT_MIN, INT_MAX), midpoint(INT_MAX, INT_MAX - 2), midpoint(-3, 0));
    printf("%u %u\n", magnitude(INT_MIN), magnitude(-5));
    printf("%d %d %d\n", sat_add(INT_MAX, 1), sat_add(INT_MIN, -1), sat_add(INT_MIN, INT_MAX));
    for (int a = -7; a <= 7; a += 7) for (int b = -2; b <= 3; b += 5) printf("%d ", floor_div(a, b)); putchar('\n');
    printf("%d %d\n", INT_MIN / 2 * 2 == INT_MIN, INT_MIN % 10); printf("%d %d\n", INT_MAX / -1, (INT_MIN + 1) / -1);
    printf("%lld\n", (long long)INT_MIN * INT_MIN); printf("%lld %lld\n", LLONG_MIN / 10, LLONG_MIN % 10); printf("%d\n", (short)SHRT_MIN - 1); printf("%d\n", SCHAR_MIN * SCHAR_MIN);
    unsigned char c = UCHAR_MAX; c++; printf("%d\n", c); printf("%d %d\n", CHAR_MIN < 0, (char)-1 < 0); printf("%u %lu\n", UINT_MAX + 1u, (unsigned long)ULONG_MAX + 1ul);
    return magnitude(-200);
}
