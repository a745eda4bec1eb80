// Enumerators, implicit numbering, negative and large values, enums as integers.
#include <stdio.h>
enum color { RED, GREEN = 5, BLUE, CYAN = BLUE + GREEN, DARK = -2, DARKER };
enum { ANON_A = 1 << 4, ANON_B = ANON_A | 3, ANON_C = sizeof(int) };
enum big { BIG = 0x80000000u, BIGGER };
enum unsigned_only { U0, U1 };
typedef enum { MON, TUE, WED } day;
static day next(day d) { return (d + 1) % 3; }
int main(void) {
    enum color c = CYAN;
    printf("%d %d %d %d %d %d\n", RED, GREEN, BLUE, CYAN, DARK, DARKER);
    printf("%d %d %d\n", ANON_A, ANON_B, ANON_C);
    printf("%u %u\n", BIG, BIGGER);
    c++; c |= 16; c -= 2;
    printf("%d\n", c);
    day d = MON;
    for (int i = 0; i < 5; i++) { printf("%d ", d); d = next(d); }
    putchar('\n');
    int counts[CYAN + 1] = {[RED] = 1, [CYAN] = 9};
    printf("%zu %d\n", sizeof counts / sizeof counts[0], counts[CYAN]);
    printf("%zu %zu %zu\n", sizeof(enum color), sizeof(enum big), sizeof RED);
    enum unsigned_only v = U0;
    printf("%d\n", v - 1 < 0);
    enum local { X = 3, Y = X * X } e = Y;
    switch (c) { case CYAN: return 1; case GREEN: return 2; default: return e + d; }
}
