// String literals: concatenation, embedded nul, indexing, sizeof, address arithmetic, __func__.
#include <stdio.h>
#include <string.h>
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define VALUE 42
static const char *day(int i) { return "sun\0mon\0tue\0wed" + i * 4; }
static char hex(int n) { return "0123456789abcdef"[n & 15]; }
int main(void) {
    printf("%s %s %s\n", day(0), day(1), day(3)); printf("%c%c%c\n", hex(3), hex(10), hex(31)); printf("%zu %zu\n", sizeof "abc" "def", strlen("ab\0cd"));
    printf("%s %s\n", STR(VALUE + 1), XSTR(VALUE)); int CAT(var, 1) = 5; printf("%d\n", var1); printf("%s\n", STR("quoted\n" 'c')); puts("multi " "part"
        " literal"); printf("%s %d\n", __func__, (int)sizeof(__func__)); printf("%d %d\n", *"x", "abc"[2]); printf("%c\n", 2["xyz"]); char *p = "walk"; while (*p) putchar(*p++ - 32); putchar('\n');
    const char *parts[] = {"one", "t" "wo", "", 0}; int n = 0; for (const char **q = parts; *q; q++) n += (int)strlen(*q); printf("%d\n", n); printf("%d\n", (int)sizeof("\x41\102\n\\\"")); if (!*"") puts("empty");
    return n;
}
