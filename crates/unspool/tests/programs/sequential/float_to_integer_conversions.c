// Floating to integer conversion truncates towards zero, at every target width.
#include <stdio.h>
int main(void) {
    static const double values[] = {0.0, 0.999, -0.999, 1.5, -1.5, 63.75, -63.75, 100.0, -100.5};
    for (int i = 0; i < 9; i++) {
        double d = values[i]; float f = (float)d; long double l = d;
        printf("%d %d %d %ld %lld ", (signed char)d, (short)d, (int)d, (long)d, (long long)d);
        printf("%d %d %lld %d\n", (int)f, (signed char)f, (long long)l, (_Bool)d);
    }
    printf("%u %u %llu\n", (unsigned char)200.9, (unsigned)4000000000.75, (unsigned long long)18000000000000000000.0);
    double big = 4294967295.0; float ff = 16777216.0f;
    printf("%u %d\n", (unsigned)big, (int)ff);
    double ull = 9223372036854775808.0; printf("%llu\n", (unsigned long long)ull);
    int assigned = 2.9; unsigned short us = 65535.5; printf("%d %d\n", assigned, us);
    int arr[3] = {1.1, 2.9, -3.9}; printf("%d %d %d\n", arr[0], arr[1], arr[2]);
    return (int)values[5];
}
