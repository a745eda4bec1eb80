// if / else-if chains, dangling else, nested conditions.
#include <stdio.h>
static const char *grade(int m) { if (m >= 90) return "A"; else if (m >= 75) return "B"; else if (m >= 60) return "C"; else return "F"; }
static int dangling(int a, int b) { int r = 0; if (a) if (b) r = 1; else r = 2; return r; }
static int sign(long long v) { if (v < 0) { return -1; } if (!v) return 0; return 1; }
static int leap(int y) { if (y % 4) return 0; else if (y % 100) return 1; else if (y % 400) return 0; return 1; }
int main(void) {
    for (int m = 50; m <= 100; m += 10) printf("%s", grade(m));
    printf("\n%d%d%d%d\n", dangling(0, 0), dangling(0, 1), dangling(1, 0), dangling(1, 1));
    printf("%d %d %d\n", sign(-5000000000LL), sign(0), sign(1));
    int leaps = 0; for (int y = 1896; y < 2010; y++) leaps += leap(y); printf("%d\n", leaps);
    int x = 5; if (x = 0, x) puts("no"); else if ((x = 3)) puts("yes"); 
    if (x) ; else puts("never");
    if (0.0) puts("no"); else if ("") puts("literal is true");
    char c = 0; if (!c && x == 3) { int x = 9; if (x > 8) { c = x; } } printf("%d %d\n", c, x);
    return leaps;
}
