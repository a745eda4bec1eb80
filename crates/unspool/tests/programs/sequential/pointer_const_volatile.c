// const and volatile qualified objects and pointers.
#include <stdio.h>
static const int limits[] = {1, 2, 3};
static volatile int ticks;
static int const *const fixed = &limits[1];
static int read_twice(volatile int *p) { return *p + *p; }
static const char *skip(const char *s, char c) { while (*s == c) s++; return s; }
struct reg { volatile unsigned status; const int id; };
int main(void) {
    for (volatile int i = 0; i < 10; i++) ticks += i;
    printf("%d %d\n", ticks, read_twice(&ticks));
    printf("%d %s\n", *fixed, skip("   text", ' '));
    struct reg r = {.status = 0xf0, .id = 9}; r.status |= 1; r.status >>= 2;
    printf("%u %d\n", r.status, r.id);
    int x = 1; const int *pc = &x; int *const cp = &x; *cp = 4; printf("%d\n", *pc);
    volatile struct { int a, b; } v = {1, 2}; v.a += v.b; v.b = v.a++; printf("%d %d\n", v.a, v.b);
    const volatile long cv = 77; printf("%ld\n", cv);
    char *volatile vp = "volatile pointer"; printf("%c\n", *vp++); printf("%c\n", *vp);
    volatile unsigned char uc = 255; uc++; ++uc; int old = uc--; printf("%d %d\n", old, uc);
    return ticks;
}
