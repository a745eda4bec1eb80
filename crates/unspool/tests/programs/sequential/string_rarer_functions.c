// The functions of <string.h> and <strings.h> that few programs use, and glibc's inner names of others.
#define _GNU_SOURCE
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

char *__stpcpy(char *, const char *);
char *__stpncpy(char *, const char *, size_t);
char *__strdup(const char *);
char *__strndup(const char *, size_t);
void *__mempcpy(void *, const void *, size_t);
void *__rawmemchr(const void *, int);
char *__strtok_r(char *, const char *, char **);
int __xpg_strerror_r(int, char *, size_t);

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    char buffer[40], small[8];
    locale_t c = newlocale(LC_ALL_MASK, "C", 0);
    printf("%d %d %d\n", sign(strcoll("a", "b")), sign(strcoll_l("b", "a", c)), strcoll("x", "x"));
    memset(buffer, '.', sizeof buffer);
    printf("%zu", strxfrm(buffer, "hello", 6));
    printf(" %s %zu", buffer, strxfrm(buffer, "abcdefgh", 3));
    printf(" %.3s %zu\n", buffer, strxfrm_l(0, "four", 0, c));
    printf("%d %d\n", sign(strcasecmp_l("HeLLo", "hEllp", c)), sign(strncasecmp_l("HeLLo", "hEllp", 4, c)));
    printf("%s %s %d\n", index("a/b/c", '/'), rindex("a/b/c", '/'), index("abc", 'x') == 0);
    printf("%d %d\n", !!bcmp("abc", "abd", 3), bcmp("abc", "abd", 2));
    strcpy(buffer, "secret");
    explicit_bzero(buffer, 3);
    printf("%d%d%d%s\n", buffer[0], buffer[1], buffer[2], buffer + 3);
    *__stpcpy(__stpcpy(buffer, "one"), "two") = '!';
    printf("%.7s\n", buffer);
    printf("%d", (int)(__stpncpy(buffer, "abcdef", 4) - buffer));
    printf(" %.4s %d\n", buffer, (int)(stpncpy(buffer, "ab", 5) - buffer));
    char *copy = __strdup("copied"), *part = __strndup("copied", 3);
    printf("%s %s %s\n", copy, part, strndupa("copied", 4));
    free(copy);
    free(part);
    printf("%d", (int)((char *)__mempcpy(buffer, "12345", 5) - buffer));
    printf(" %d %s\n", (int)((char *)mempcpy(buffer, "67", 2) - buffer), (char *)__rawmemchr("abc=d", '='));
    char text[] = "a b  c", *rest;
    for (char *token = __strtok_r(text, " ", &rest); token; token = __strtok_r(0, " ", &rest))
        printf("<%s>", token);
    putchar('\n');
    for (int i = 0; i <= 133; i++)
        puts(strerror(i));
    printf("%s %s\n", strerror(-1), strerror_l(22, c));
    printf("%s|%s", strerror_r(2, buffer, sizeof buffer), strerror_r(1234, buffer, sizeof buffer));
    printf("|%s\n", strerror_r(1234, small, sizeof small));
    printf("%d %s", __xpg_strerror_r(13, buffer, sizeof buffer), buffer);
    printf(" %d %s", __xpg_strerror_r(-5, buffer, sizeof buffer), buffer);
    printf(" %d %s\n", __xpg_strerror_r(13, small, sizeof small), small);
    for (int i = 1; i < 32; i++)
        printf("%s, %s, %s\n", strsignal(i), sigabbrev_np(i), sigdescr_np(i));
    printf("%s %d\n", strsignal(-3), sigabbrev_np(0) == 0);
    freelocale(c);
    return 0;
}
