// printf of strings and characters with widths, precisions and percent signs; return values.
#include <stdio.h>
int main(void) {
    const char *s = "hello"; char raw[3] = {'a', 'b', 'c'};
    printf("[%s] [%10s] [%-10s] [%.2s] [%10.3s] [%-10.3s] [%.0s] [%.99s]\n", s, s, s, s, s, s, s, s);
    printf("[%*s] [%-*s] [%.*s] [%*.*s]\n", 8, s, 8, s, 3, s, 8, 2, s); printf("[%.*s] [%.3s]\n", 3, raw, raw);
    printf("[%c] [%5c] [%-5c] [%c%c]\n", 'x', 'y', 'z', 65, 0x42); printf("%% |%d%%\n", 50);
    int n = printf("%s", ""); printf("%d\n", n); n = printf("count me\n"); printf("%d\n", n); n = printf("%d%s%c\n", 12345, "abc", '!'); printf("%d\n", n);
    printf("%s %s\n", "", "x" + 1); printf("no newline then "); puts("puts"); putchar('A'); putchar('\n'); fputs("fputs\n", stdout); fputc('B', stdout); fputc('\n', stdout);
    fprintf(stdout, "%s-%d\n", "fprintf", 1); fprintf(stderr, "not compared\n");
    printf("a\0b" "c%d\n", 1); putchar('\n'); printf("%c", 0); putchar('\n'); int r = putchar(300); printf(" %d\n", r);
    return printf("%-8s|%8s|\n", "left", "right");
}
