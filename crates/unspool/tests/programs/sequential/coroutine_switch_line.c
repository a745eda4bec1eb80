// Coroutines from a switch over saved line numbers, with static and per-object state.
#include <stdio.h>
struct co { int line, i, j; };
#define BEGIN(c) switch ((c)->line) { case 0:
#define YIELD(c, v) do { (c)->line = __LINE__; return (v); case __LINE__:; } while (0)
#define END(c) } (c)->line = 0; return -1
static int triangle(struct co *c, int n) {
    BEGIN(c);
    for (c->i = 0; c->i < n; c->i++)
        for (c->j = 0; c->j <= c->i; c->j++)
            YIELD(c, c->i * 10 + c->j);
    YIELD(c, 99);
    END(c);
}
static int letters(void) {
    static int line, k; struct co fake; (void)fake;
    switch (line) { case 0: for (k = 0; k < 3; k++) { line = 1; return 'a' + k; case 1:; } }
    line = 0; return -1;
}
int main(void) {
    struct co a = {0}, b = {0}; int x, y, n = 0;
    do { x = triangle(&a, 3); y = triangle(&b, 2); printf("%d/%d ", x, y); n++; } while (x >= 0);
    putchar('\n');
    for (int c; (c = letters()) >= 0;) putchar(c);
    for (int i = 0; i < 2; i++) putchar(letters());
    putchar('\n');
    return n;
}
