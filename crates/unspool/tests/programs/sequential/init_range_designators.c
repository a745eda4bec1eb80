// GNU range designators in arrays and tables.
#include <stdio.h>
static const char class_of[256] = {['a' ... 'z'] = 1, ['A' ... 'Z'] = 2, ['0' ... '9'] = 3, [' '] = 4, ['_'] = 1, ['e'] = 5};
static int steps[] = {[0 ... 2] = 1, [3 ... 5] = 10, 11, [1] = 7};
struct cell { int v; char c; };
static struct cell cells[4] = {[0 ... 1] = {5, 'p'}, [2 ... 3].v = 6};
int main(void) {
    int counts[6] = {0};
    for (const char *s = "Hello World_42 e!"; *s; s++) counts[(int)class_of[(unsigned char)*s]]++;
    for (int i = 0; i < 6; i++) printf("%d ", counts[i]);
    putchar('\n');
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) printf("%d ", steps[i]);
    putchar('\n');
    for (int i = 0; i < 4; i++) printf("%d%d ", cells[i].v, cells[i].c);
    putchar('\n');
    int local[8] = {[2 ... 4] = counts[1], [6 ... 7] = -1};
    for (int i = 0; i < 8; i++) printf("%d ", local[i]);
    putchar('\n');
    return steps[4];
}
