// Prefix and postfix increment and decrement on every scalar type, wrap-around of the narrow ones.
#include <stdio.h>
#define RUN(T, v) do { T x = (T)(v); long long a = (long long)x++; long long b = (long long)x; long long c = (long long)++x; \
    long long d = (long long)x--; long long e = (long long)--x; printf("%s %lld %lld %lld %lld %lld\n", #T, a, b, c, d, e); } while (0)
int main(void) {
    RUN(char, 125);
    RUN(signed char, 126);
    RUN(unsigned char, 254);
    RUN(short, 32766);
    RUN(unsigned short, 65534);
    RUN(int, -1);
    RUN(unsigned, 4294967295u);
    RUN(long, -2L);
    RUN(unsigned long, 0ul);
    RUN(long long, 4294967295LL);
    RUN(unsigned long long, 18446744073709551615ULL);
    RUN(float, 1.5f);
    RUN(double, -0.5);
    RUN(long double, 10.25L);
    _Bool b = 0;
    int p = b++; int q = b++; int r = b;
    printf("%d %d %d\n", p, q, r);
    p = --b; q = --b;
    printf("%d %d\n", p, q);
    int arr[4] = {1, 2, 3, 4}, *ptr = arr;
    int s = *ptr++; s = s * 10 + *ptr; s = s * 10 + *++ptr; s = s * 10 + (*ptr)++; s = s * 10 + *ptr--; s = s * 10 + *ptr;
    printf("%d %d\n", s, (int)(ptr - arr));
    return (int)arr[2];
}
