// GNU empty structs, zero-length array members and structs of one byte.
#include <stdio.h>
struct empty {}; struct has { int a; struct empty e; int b; }; struct tail { int n; char z[0]; }; struct one { char c; };
static struct empty pass(struct empty e, int *n) { ++*n; return e; }
int main(void) {
    struct empty e = {}, f; int n = 0; f = pass(e, &n); f = pass(f, &n);
    printf("%zu %zu %zu %zu\n", sizeof e, sizeof(struct has), sizeof(struct tail), sizeof(struct one));
    struct has h = {1, {}, 2}; printf("%d %d %d\n", h.a, h.b, n);
    struct one os[5] = {{'a'}, {'b'}}; printf("%zu %c %d\n", sizeof os, os[1].c, os[4].c);
    union { struct one o; int i; } u = {.i = 0}; u.o.c = 7; printf("%d\n", u.i);
    return n;
}
