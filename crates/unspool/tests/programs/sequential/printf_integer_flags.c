// printf integer conversions with every flag, width and precision combination.
#include <stdio.h>
int main(void) {
    static const int v[] = {0, 7, -7, 123456, -123456};
    for (int i = 0; i < 5; i++) {
        int x = v[i];
        printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.4d] [%-8.4d] [%+08d] [% 05d]\n", x, x, x, x, x, x, x, x, x, x, x);
        printf("[%u] [%x] [%X] [%o] [%#x] [%#X] [%#o] [%08x] [%-10x] [%#10x] [%#010x] [%.6x] [%#.6o]\n", x, x, x, x, x, x, x, x, x, x, x, x, x);
        printf("[%*d] [%-*d] [%.*d] [%*.*d]\n", 9, x, 9, x, 5, x, 10, 7, x);
    }
    printf("[%.0d] [%5.0d] [%.0x] [%#.0o] [%+.0d]\n", 0, 0, 0, 0, 0);
    printf("[%*d] [%.*d]\n", -6, 42, -1, 42);
    printf("[%i] [%+i] [%-+6i] [%- 6d]\n", 3, 3, 3, 3);
    return printf("%03d|%3d|%-3d|\n", 5, 5, 5);
}
