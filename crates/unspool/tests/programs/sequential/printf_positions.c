/* printf with positions, %m, and the functions that allocate or write to descriptors */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int print(char **result, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(result, format, arguments);
    va_end(arguments);
    return length;
}

int main(void) {
    char *text;
    printf("%2$s %1$s\n", "world", "hello");
    printf("%3$d %1$lld %2$.2f %1$lld\n", 1234567890123ll, 2.5, 7);
    printf("[%1$*2$d] [%1$-*2$d] [%3$.*4$s]\n", 42, 6, "abcdef", 3);
    printf("%1$c%2$c%1$c %4$Lf %3$p\n", 'a', 'b', (void *)0, 1.5L);
    printf("%1$hhd %1$x %2$lu %3$zu\n", 300, 5ul, (size_t)6);
    errno = ENOENT;
    printf("%m|%30m|%-30m|%.5m|%d\n", 5);
    errno = 0;
    printf("%s: %m\n", "none");
    printf("%d ", asprintf(&text, "%05d-%s", 42, "x"));
    puts(text);
    free(text);
    printf("%d ", print(&text, "%2$d/%1$d", 3, 4));
    puts(text);
    free(text);
    fflush(stdout);
    int length = dprintf(STDOUT_FILENO, "%s %d\n", "to a descriptor", 1);
    printf("%d\n", length);
    printf("%ls %lc %.2ls\n", L"wide", L'w', L"wide");
    return 0;
}
