// Integer and character literals in every base, suffix and escape.
#include <stdio.h>
int main(void) {
    printf("%d %d %d %d\n", 0x1F, 017, 0b1011, 0);
    printf("%u %lu %lld %llu\n", 42u, 42UL, 42LL, 0xFFull);
    printf("%d %d %d %d %d %d %d\n", '\a', '\b', '\f', '\n', '\r', '\t', '\v');
    printf("%d %d %d %d %d\n", '\\', '\'', '\"', '\?', '\0');
    printf("%d %d %d %d\n", '\x41', '\101', '\xff', '\377');
    printf("%d %d\n", 'ab', (int)sizeof('a'));
    printf("%d\n", '\e');
    printf("%zu %zu %zu\n", sizeof("abc"), sizeof("a\0b"), sizeof("" "xy" "z"));
    printf("%s|%s\n", "tab\there", "oct\1012hex\x41" "B");
    printf("%g %g %g %g\n", 1e3, .5, 5., 0x1.8p3);
    printf("%g %g\n", 1.5f, (double)2.5L);
    printf("%d %d\n", 0x7fffffff, -0x7fffffff - 1);
    printf("%llu\n", 18446744073709551615ull);
    printf("%s\n", "line one \
continued");
    return "PQR"[1];
}
