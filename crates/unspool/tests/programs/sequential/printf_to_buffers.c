// sprintf, snprintf truncation and return values, appending with offsets.
#include <stdio.h>
#include <string.h>
int main(void) {
    char b[32]; int n;
    n = sprintf(b, "%d-%s", 42, "x"); printf("%d %s\n", n, b);
    n = snprintf(b, 5, "%s", "truncated"); printf("%d %s\n", n, b); n = snprintf(b, 1, "zzz"); printf("%d [%s]\n", n, b); n = snprintf(0, 0, "%08d", 7); printf("%d\n", n);
    memset(b, '#', sizeof b); b[31] = 0; snprintf(b, 10, "abc"); printf("%s %c\n", b, b[4]); n = snprintf(b, sizeof b, "%5.1f|%e", 2.25, 12345.678); printf("%d %s\n", n, b);
    char out[64]; int at = 0; for (int i = 0; i < 12; i++) at += snprintf(out + at, sizeof out - at, i ? ",%d" : "%d", i * i); printf("%d %s\n", at, out);
    char nest[16]; sprintf(nest, "%%%d.%ds|", 6, 2); printf(nest, "width"); putchar('\n');
    n = sprintf(b, "%c%c%c", 'a', 0, 'b'); printf("%d %zu %c\n", n, strlen(b), b[2]); printf("%d\n", snprintf(b, sizeof b, "%s", "exact fit is thirty-one chars!!"));
    return (int)strlen(b);
}
