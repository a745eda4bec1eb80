// Empty assembly: barriers, and outputs that share a register with an input.
#include <stdio.h>
int main(void) {
    int x = 7, y = 1, z = 2;
    __asm__("" : "=r"(y) : "0"(x));
    __asm__ volatile("" : "+r"(z) : : "memory");
    __asm__("" : [out] "=r"(x) : "[out]"(z + 1));
    printf("%d %d %d\n", x, y, z);
    return 0;
}
