// Big-integer addition, multiplication by a digit and full multiplication in base 10000.
#include <stdio.h>
#include <string.h>
typedef struct { int n; unsigned short d[40]; } big;
static big from(unsigned v) { big r = {0}; while (v) { r.d[r.n++] = v % 10000; v /= 10000; } return r; }
static big add(const big *a, const big *b) { big r = {0}; unsigned c = 0; for (int i = 0; i < a->n || i < b->n || c; i++) { c += a->d[i] + b->d[i]; r.d[i] = c % 10000; c /= 10000; r.n = i + 1; } return r; }
static big mul(const big *a, const big *b) { big r = {0}; for (int i = 0; i < a->n; i++) { unsigned long c = 0; for (int j = 0; j < b->n || c; j++) { c += r.d[i + j] + (unsigned long)a->d[i] * (j < b->n ? b->d[j] : 0); r.d[i + j] = c % 10000; c /= 10000; if (i + j + 1 > r.n) r.n = i + j + 1; } } return r; }
static void show(const big *a) { printf("%d", a->n ? a->d[a->n - 1] : 0); for (int i = a->n - 2; i >= 0; i--) printf("%04d", a->d[i]); putchar('\n'); }
int main(void) {
    big f = from(1); for (unsigned i = 2; i <= 40; i++) { big k = from(i); f = mul(&f, &k); } show(&f);
    big a = from(0), b = from(1); for (int i = 0; i < 200; i++) { big c = add(&a, &b); a = b; b = c; } show(&a);
    big p = from(2), q = p; for (int i = 0; i < 6; i++) q = mul(&q, &q); show(&q);
    big z = from(0); show(&z); return f.n + a.n;
}
