// Anonymous struct and union members, including nesting and designated initialisation.
#include <stdio.h>
#include <stddef.h>
struct value {
    int kind;
    union { int i; double d; struct { short lo, hi; }; char text[8]; };
    struct { int line; struct { char col, row; }; };
};
static struct value global = {.kind = 2, .d = 2.5, .line = 7, .row = 3};
int main(void) {
    struct value v = {1, {42}, {10, {1, 2}}};
    printf("%d %d %d %d %d\n", v.kind, v.i, v.line, v.col, v.row);
    v.lo = 0x1234; v.hi = 0x0056;
    printf("%x\n", v.i);
    printf("%d %g %d %d %d\n", global.kind, global.d, global.line, global.col, global.row);
    struct value w = {.lo = 5, .hi = 6, .col = 'c'};
    printf("%d %d %d %c\n", w.kind, w.lo, w.hi, w.col);
    printf("%d %d\n", offsetof(struct value, i) == offsetof(struct value, lo), offsetof(struct value, hi) - offsetof(struct value, lo) == 2);
    struct value *p = &v; p->text[0] = 'Z'; p->text[1] = 0;
    printf("%s %zu\n", p->text, sizeof p->text);
    return v.line + global.row;
}
