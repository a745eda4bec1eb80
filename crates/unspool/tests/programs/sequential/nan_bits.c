// The NaN of an invalid operation is negative, and a NaN operand is kept, in every format.
#include <stdio.h>
#include <string.h>

static void show(const void *value, int bytes) {
    unsigned char raw[16];
    memcpy(raw, value, bytes);
    for (int i = bytes - 1; i >= 0; i--)
        printf("%02x", raw[i]);
    printf("\n");
}

#define CHECK(type, bytes)                                                                                                     \
    do {                                                                                                                       \
        volatile type zero = 0, one = 1, positive;                                                                             \
        type invalid = zero / zero, infinite = one / zero;                                                                     \
        type difference = infinite - infinite, product = zero * infinite, kept;                                                \
        positive = -invalid;                                                                                                   \
        kept = positive + one;                                                                                                 \
        show(&invalid, bytes);                                                                                                 \
        show(&difference, bytes);                                                                                              \
        show(&product, bytes);                                                                                                 \
        show(&kept, bytes);                                                                                                    \
    } while (0)

int main(void) {
    CHECK(float, 4);
    CHECK(double, 8);
    CHECK(long double, 10);
    return 0;
}
