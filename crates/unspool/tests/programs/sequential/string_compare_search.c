// strcmp, strncmp, strchr, strrchr, strstr, strspn, strcspn, strpbrk, memchr.
#include <stdio.h>
#include <string.h>
#include <strings.h>
static int sg(int x) { return (x > 0) - (x < 0); }
static int at(const char *base, const void *p) { return p ? (int)((const char *)p - base) : -1; }
int main(void) {
    const char *s = "the cat sat on the mat";
    printf("%d %d %d %d %d\n", sg(strcmp("a", "b")), sg(strcmp("b", "a")), strcmp("x", "x"), sg(strcmp("ab", "abc")), sg(strcmp("\xff", "a")));
    printf("%d %d %d\n", strncmp("abcd", "abxx", 2), sg(strncmp("abcd", "abxx", 3)), strncmp("a", "b", 0)); printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), sg(strncasecmp("abX", "ABy", 3)));
    printf("%d %d %d %d\n", at(s, strchr(s, 'a')), at(s, strrchr(s, 'a')), at(s, strchr(s, 'z')), at(s, strchr(s, 0)));
    printf("%d %d %d %d\n", at(s, strstr(s, "sat")), at(s, strstr(s, "the m")), at(s, strstr(s, "dog")), at(s, strstr(s, "")));
    printf("%zu %zu %zu %zu\n", strspn(s, "eht "), strcspn(s, "s"), strspn("abc", ""), strcspn("abc", "")); printf("%d %d\n", at(s, strpbrk(s, "xyzm")), at(s, strpbrk(s, "qx")));
    printf("%d %d\n", at(s, memchr(s, 'o', 22)), at(s, memchr(s, 'o', 5))); printf("%d %d %d\n", memcmp("abc", "abd", 2), sg(memcmp("abc", "abd", 3)), sg(memcmp("\x80", "\x7f", 1)));
    int n = 0; for (const char *p = s; (p = strstr(p, "at")); p++) n++; return n;
}
