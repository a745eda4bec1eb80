// Signed and unsigned bit-fields: truncation on store, sign extension on load.
#include <stdio.h>
struct f { int a : 3; unsigned b : 3; signed char c : 5; unsigned short d : 9; int e : 1; unsigned g : 1; long long h : 40; unsigned long long i : 33; };
int main(void) {
    struct f x = {0};
    for (int v = -9; v <= 9; v += 3) {
        x.a = v; x.b = v; x.c = v * 3; x.d = v * 100; x.e = v; x.g = v;
        x.h = v * 100000000000LL; x.i = (unsigned long long)v;
        printf("%d %d %d %d %d %d %lld %llu\n", x.a, x.b, x.c, x.d, x.e, x.g, (long long)x.h, (unsigned long long)x.i);
    }
    printf("%d\n", (int)(x.b = 13));
    printf("%d\n", (int)(x.a = 7));
    int chained = x.b = x.a = 5;
    printf("%d\n", chained);
    return x.b;
}
