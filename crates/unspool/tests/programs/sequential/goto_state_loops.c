// goto-driven loops with variables re-declared in each scope and switch inside loops.
#include <stdio.h>
static int parse(const char *s) {
    int depth = 0, max = 0;
next:
    switch (*s) { case 0: goto done; case '(': case '[': { int d = ++depth; if (d > max) max = d; break; } case ')': case ']': if (--depth < 0) goto error; break; default: goto skip; }
skip:
    s++; goto next;
error:
    return -1;
done:
    return depth ? -2 : max;
}
static int primes_upto(int n) { int count = 0; for (int i = 2; i <= n; i++) { for (int j = 2; j * j <= i; j++) if (i % j == 0) goto composite; count++; composite:; } return count; }
static int retry(int fail_until) { int tries = 0; retry: tries++; { int fresh = tries * 2; if (fresh < fail_until) goto retry; return fresh; } }
int main(void) {
    printf("%d %d %d %d\n", parse("(a[b](c))"), parse("())"), parse("((("), parse("")); printf("%d %d\n", primes_upto(100), retry(7));
    int i = 0, out = 0; while (1) { switch (i++) { case 0: continue; case 1: out += 1; break; case 2: out += 10; continue; case 5: goto end; default: out += 100; } out += 1000; } end: printf("%d %d\n", i, out); return out & 0xff;
}
