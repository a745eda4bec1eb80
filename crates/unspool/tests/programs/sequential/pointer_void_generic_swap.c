// void pointers in generic swap, reverse and find routines.
#include <stdio.h>
#include <string.h>
static void swap(void *a, void *b, size_t n) { char t[64]; memcpy(t, a, n); memcpy(a, b, n); memcpy(b, t, n); }
static void reverse(void *base, size_t count, size_t size) {
    char *lo = base, *hi = lo + (count - 1) * size;
    for (; lo < hi; lo += size, hi -= size) swap(lo, hi, size);
}
static int index_of(const void *base, size_t n, size_t size, int (*pred)(const void *)) {
    for (size_t i = 0; i < n; i++) if (pred((const char *)base + i * size)) return (int)i;
    return -1;
}
static int is_neg(const void *p) { return *(const int *)p < 0; }
static int is_big(const void *p) { return *(const double *)p > 100; }
struct kv { char k[4]; int v; };
int main(void) {
    int a[] = {3, 1, -4, 1, 5}; double d[] = {1, 2, 300}; struct kv kv[] = {{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}};
    printf("%d %d\n", index_of(a, 5, sizeof *a, is_neg), index_of(d, 3, sizeof *d, is_big));
    reverse(a, 5, sizeof *a); reverse(d, 3, sizeof *d); reverse(kv, 4, sizeof *kv);
    for (int i = 0; i < 5; i++) printf("%d ", a[i]);
    printf("%g %s%d\n", d[0], kv[0].k, kv[3].v);
    void *slots[2] = {a, kv}; printf("%d %s\n", *((int *)slots[0] + 4), ((struct kv *)slots[1] + 1)->k);
    return index_of(a, 5, sizeof *a, is_neg) + 10;
}
