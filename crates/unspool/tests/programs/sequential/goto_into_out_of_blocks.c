// goto out of nested loops, backwards, into a block and over declarations.
#include <stdio.h>
static int search(int t) {
    int i, j;
    for (i = 1; i < 20; i++) for (j = i; j < 20; j++) if (i * j == t) goto found;
    return -1;
found:
    return i * 100 + j;
}
static int cleanup_chain(int fail) {
    int log = 0;
    if (fail == 1) goto out1;
    log += 1;
    if (fail == 2) goto out2;
    log += 10;
out2: log += 100;
out1: log += 1000;
    return log;
}
static int into(int x) {
    int r = 0;
    if (x) goto inside;
    r = 5;
    { int local; local = 1; r += local; inside: local = 7; r += local * 10; }
    return r;
}
int main(void) {
    printf("%d %d %d\n", search(35), search(38), search(361));
    printf("%d %d %d\n", cleanup_chain(0), cleanup_chain(1), cleanup_chain(2));
    printf("%d %d\n", into(0), into(1));
    int n = 0;
again:
    n++;
    if (n < 5) goto again;
    goto loop;
    for (n = 0; n < 100; n++) { loop: if (n == 8) break; }
    printf("%d\n", n);
    return n;
}
