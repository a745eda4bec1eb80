// _Noreturn, inline, static inline and extern inline functions.
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
static inline int sq(int x) { return x * x; }
inline int twice(int x) { return x + x; }
extern inline int twice(int x);
static noreturn void die(int code) { printf("dying %d\n", code); exit(code); }
__attribute__((noreturn)) static void die2(int c) { die(c + 1); }
static inline __attribute__((always_inline)) int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static int checked(int x) { if (x > 50) die2(x); return x; }
static inline int rec(int n) { return n ? n + rec(n - 1) : 0; }
static __attribute__((noinline)) int opaque(int x) { return x ^ 0x55; }
int main(void) {
    printf("%d %d %d\n", sq(7), twice(8), clamp(99, 0, 10));
    int (*p)(int) = sq, (*q)(int) = twice; printf("%d %d\n", p(3), q(4));
    printf("%d %d\n", rec(10), opaque(0xff));
    for (int i = 0;; i += 7) checked(i);
}
