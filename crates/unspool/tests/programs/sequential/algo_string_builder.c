// A growing string builder with formatted append, insert and join.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
struct sb { char *s; size_t len, cap; };
static void reserve(struct sb *b, size_t extra) { if (b->len + extra + 1 > b->cap) { b->cap = (b->len + extra + 1) * 2; b->s = realloc(b->s, b->cap); } }
static void put(struct sb *b, const char *s) { size_t n = strlen(s); reserve(b, n); memcpy(b->s + b->len, s, n + 1); b->len += n; }
static void putf(struct sb *b, const char *f, ...) { va_list a, c; va_start(a, f); va_copy(c, a); int n = vsnprintf(0, 0, f, a); reserve(b, n); vsnprintf(b->s + b->len, n + 1, f, c); b->len += n; va_end(a); va_end(c); }
static void insert(struct sb *b, size_t at, const char *s) { size_t n = strlen(s); reserve(b, n); memmove(b->s + at + n, b->s + at, b->len - at + 1); memcpy(b->s + at, s, n); b->len += n; }
static void join(struct sb *b, const char *sep, const char *const *v) { for (int i = 0; v[i]; i++) { if (i) put(b, sep); put(b, v[i]); } }
int main(void) {
    struct sb b = {0}; put(&b, "begin"); for (int i = 0; i < 6; i++) putf(&b, ":%d=%s", i, i % 2 ? "odd" : "even"); puts(b.s); insert(&b, 5, "<ins>"); insert(&b, 0, "^"); insert(&b, b.len, "$"); puts(b.s); printf("%zu %d\n", b.len, b.len < b.cap);
    b.len = 0; join(&b, ", ", (const char *const[]){"red", "green", "blue", 0}); puts(b.s); int r = (int)b.len; free(b.s); return r;
}
