// Nested for, while, do loops with break and continue, empty clauses.
#include <stdio.h>
int main(void) {
    int hits = 0;
    for (int i = 0; i < 10; i++) {
        if (i % 3 == 0) continue;
        for (int j = 0;; j++) { if (j > i) break; if (j & 1) continue; hits += j; }
    }
    printf("%d\n", hits);
    int n = 27, steps = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; if (++steps > 500) break; } printf("%d\n", steps);
    int k = 0; do { k += 3; if (k == 9) continue; if (k > 20) break; } while (k < 100); printf("%d\n", k);
    do k--; while (0); printf("%d\n", k);
    int a, b; for (a = 0, b = 10; a < b; a++, b -= 2) ; printf("%d %d\n", a, b);
    int m = 5; while (m --> 0) if (m == 2) continue; else putchar('0' + m); putchar('\n');
    unsigned u = 3; for (; u < 4; u--) putchar('u'); printf(" %u\n", u);
    int count = 0; for (int i = 0; i < 3; i++) { int i = 5; while (i--) count++; } printf("%d\n", count);
    for (int i = 0; i < 2; i++) switch (i) { case 0: continue; default: printf("sw %d\n", i); break; }
    return hits;
}
