// Tables of function pointers selected by enum, with a default entry.
#include <stdio.h>
enum op { ADD, SUB, MUL, NEG, NOP, OPS };
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int neg(int a, int b) { (void)b; return -a; }
static int (*const table[OPS])(int, int) = {[SUB] = sub, [ADD] = add, [NEG] = neg, [MUL] = &mul};
static const struct { const char *name; int (*fn)(int, int); } named[] = {{"add", add}, {"mul", mul}, {0, 0}};
static int apply(int (*f)(int, int), int a, int b) { return f ? f(a, b) : -1000; }
static int (*pick(enum op o))(int, int) { return table[o]; }
int main(void) {
    for (enum op o = ADD; o < OPS; o++) printf("%d ", apply(table[o], 12, 5));
    putchar('\n');
    for (int i = 0; named[i].name; i++) printf("%s=%d ", named[i].name, named[i].fn(3, 4));
    printf("\n%d %d\n", pick(SUB)(1, 9), (**pick(MUL))(6, 7));
    printf("%d %d %d\n", table[ADD] == add, table[NOP] == 0, pick(ADD) != pick(SUB));
    int acc = 1; for (int i = 0; i < 8; i++) acc = (i & 1 ? table[ADD] : table[MUL])(acc, i + 2);
    printf("%d\n", acc);
    return acc & 0xff;
}
