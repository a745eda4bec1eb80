// Object and function macros, stringising, pasting, variadic macros, conditionals and X-macros.
#include <stdio.h>
#define COLORS(X) X(RED, 1) X(GREEN, 2) X(BLUE, 4)
#define AS_ENUM(n, v) n = v,
#define AS_NAME(n, v) {#n, v},
enum color { COLORS(AS_ENUM) NONE = 0 };
static const struct { const char *name; int v; } names[] = {COLORS(AS_NAME)};
#define LOG(fmt, ...) printf("[" fmt "]\n", ##__VA_ARGS__)
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, n, ...) n
#define PASTE(a, b) a ## b
#define EVAL(a, b) PASTE(a, b)
#define SQ(x) x * x
#define NUM 7
#define f(x) (x + g)
#define g 10
#if defined(NUM) && NUM > 5 && !defined(MISSING)
#define PICK 1
#elif 1
#define PICK 2
#else
#error unreachable
#endif
#ifndef PICK
int broken;
#endif
int main(void) {
    for (unsigned i = 0; i < 3; i++) printf("%s=%d ", names[i].name, names[i].v);
    printf("%d\n", RED | BLUE);
    LOG("plain"); LOG("%d %s", 1, "two");
    printf("%d %d\n", COUNT(a), COUNT(a, b, c));
    int NUM7 = 3, EVAL(x, NUM) = 9; printf("%d %d\n", PASTE(NUM, 7), x7);
    printf("%d %d\n", SQ(1 + 2), f(f(1)));
    printf("%d %d %d\n", PICK, __LINE__ > 10, (__STDC__));
    return EVAL(x, 7) * NUM;
}
