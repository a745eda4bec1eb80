// Bit-fields narrower than int promote to int; wider ones keep their declared type in comparisons.
#include <stdio.h>
struct s { unsigned narrow : 31; unsigned full : 32; unsigned tiny : 3; int neg : 5; unsigned long long wide : 40; };
int main(void) {
    struct s x = {0, 0, 0, -1, 0};
    printf("%d %d %d\n", x.narrow - 1 < 0, x.full - 1 < 0, x.tiny - 5 < 0);
    printf("%d %d\n", x.neg < x.tiny, x.neg < (int)x.narrow);
    printf("%d %d\n", ~x.tiny, -x.tiny);
    x.tiny = 7; printf("%d %d\n", x.tiny << 4, x.tiny * -1);
    x.narrow = 0x7fffffff; printf("%u\n", x.narrow + 0u + 1u);
    x.wide = 0xffffffffffull; printf("%llx\n", (unsigned long long)(x.wide >> 4));
    printf("%zu %zu\n", sizeof(x.tiny + x.tiny), sizeof(+x.neg));
    return x.tiny ? x.neg & 31 : 0;
}
