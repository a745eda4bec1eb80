// Static locals keep values across calls, are distinct per scope and zero by default.
#include <stdio.h>
static int counter(void) { static int n = 10; return n++; }
static int two(int which) { if (which) { static int n; return ++n; } else { static int n = 100; return --n; } }
static int *slot(int i) { static int table[4] = {1, 2, 3, 4}; return &table[i]; }
static const char *label(int i) { static char buf[2][8]; static int k; k = !k; sprintf(buf[k], "L%d", i); return buf[k]; }
static int depth(int n) { static int max; if (n > max) max = n; if (n < 5) depth(n + 1); return max; }
int main(void) {
    for (int i = 0; i < 3; i++) counter();
    printf("%d\n", counter());
    int s = 0; for (int i = 0; i < 6; i++) s = s * 3 + two(i % 2); printf("%d\n", s);
    *slot(2) += 40; ++*slot(2); printf("%d %d\n", *slot(2), *slot(3));
    printf("%s %s\n", label(1), "-"); const char *a = label(2); const char *b = label(3); printf("%s %s\n", a, b);
    printf("%d\n", depth(0));
    for (int i = 0; i < 3; i++) { static int in_loop; int fresh = 0; in_loop += ++fresh; if (i == 2) printf("%d\n", in_loop); }
    static int self_size = sizeof self_size; static double d; printf("%d %g\n", self_size, d);
    return counter();
}
