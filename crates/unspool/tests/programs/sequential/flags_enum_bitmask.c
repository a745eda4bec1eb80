// Bit-mask flags in enums: set, clear, toggle, test, iterate over set bits.
#include <stdio.h>
enum flag { READ = 1, WRITE = 1 << 1, EXEC = 1 << 2, HIDDEN = 1 << 7, ALL = READ | WRITE | EXEC | HIDDEN }; typedef unsigned char perms;
static void show(perms p) { char s[] = "rwxh"; static const enum flag order[] = {READ, WRITE, EXEC, HIDDEN}; for (int i = 0; i < 4; i++) if (!(p & order[i])) s[i] = '-'; puts(s); }
int main(void) {
    perms p = READ | EXEC; show(p); p |= WRITE; show(p); p &= ~EXEC; show(p); p ^= ALL; show(p); p = ~p; show(p); printf("%d\n", p); p &= ALL; p <<= 1; printf("%d\n", p);
    unsigned long long set = 0; static const int members[] = {0, 5, 31, 32, 40, 63}; for (int i = 0; i < 6; i++) set |= 1ull << members[i]; for (unsigned long long t = set; t; t &= t - 1) printf("%d ", __builtin_ctzll(t)); putchar('\n'); printf("%d %d\n", !!(set & 1ull << 32), !!(set >> 33 & 1)); set &= ~(1ull << 63); printf("%llx\n", set);
    enum flag e = READ; e |= HIDDEN; switch (e) { case READ | HIDDEN: puts("both"); break; default: puts("other"); } unsigned gray = 0; for (unsigned i = 0; i < 16; i++) gray = gray * 3 + (i ^ i >> 1); printf("%u\n", gray); return e;
}
