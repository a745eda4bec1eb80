// memmove in both overlap directions, memcpy, memset, memcmp, memccpy-free block edits.
#include <stdio.h>
#include <string.h>
static void del(char *s, int at, int n) { memmove(s + at, s + at + n, strlen(s + at + n) + 1); }
static void ins(char *s, int at, const char *t) { size_t n = strlen(t); memmove(s + at + n, s + at, strlen(s + at) + 1); memcpy(s + at, t, n); }
struct item { int k; char t[3]; };
int main(void) {
    char b[64] = "0123456789"; memmove(b + 2, b, 6); puts(b); strcpy(b, "0123456789"); memmove(b, b + 3, 7); puts(b); memmove(b, b, 5); puts(b);
    strcpy(b, "hello world"); del(b, 5, 6); puts(b); ins(b, 0, ">> "); puts(b); ins(b, 8, "!"); puts(b);
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}; memmove(a + 1, a, 7 * sizeof *a); a[0] = 0; for (int i = 0; i < 8; i++) printf("%d ", a[i]); putchar('\n');
    memset(a, 0xff, 3 * sizeof *a); memset(a + 3, 0, sizeof *a); for (int i = 0; i < 8; i++) printf("%d ", a[i]); putchar('\n'); memset(a, 1, sizeof a); printf("%x\n", a[5]);
    struct item x = {5, "ab"}, y; memset(&y, 0, sizeof y); memcpy(&y, &x, sizeof y); printf("%d %s %d\n", y.k, y.t, memcmp(&x.k, &y.k, sizeof x.k)); memcpy(b, b + 20, 0);
    return (int)strlen(b);
}
