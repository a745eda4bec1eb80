// A trie with child arrays, insertion, prefix counting, ordered dump and freeing.
#include <stdio.h>
#include <stdlib.h>
struct trie { struct trie *kid[26]; unsigned end : 1, below : 15; };
static void insert(struct trie *t, const char *w) { for (; *w; w++) { struct trie **k = &t->kid[*w - 'a']; if (!*k) *k = calloc(1, sizeof **k); t->below++; t = *k; } t->end = 1; t->below++; }
static int prefix(const struct trie *t, const char *w) { while (t && *w) t = t->kid[*w++ - 'a']; return t ? t->below : 0; }
static int has(const struct trie *t, const char *w) { while (*w && t) t = t->kid[*w++ - 'a']; return t && t->end; }
static void dump(const struct trie *t, char *buf, int n) { if (t->end) { buf[n] = 0; printf("%s ", buf); } for (int i = 0; i < 26; i++) if (t->kid[i]) { buf[n] = 'a' + i; dump(t->kid[i], buf, n + 1); } }
static int drop(struct trie *t) { int n = 1; for (int i = 0; i < 26; i++) if (t->kid[i]) n += drop(t->kid[i]); free(t); return n; }
int main(void) {
    struct trie *t = calloc(1, sizeof *t); static const char *const ws[] = {"tea", "ten", "to", "in", "inn", "a", "team", "tend"}; for (int i = 0; i < 8; i++) insert(t, ws[i]);
    printf("%d %d %d %d\n", prefix(t, "te"), prefix(t, "i"), prefix(t, ""), prefix(t, "x")); printf("%d%d%d%d\n", has(t, "ten"), has(t, "te"), has(t, "inn"), has(t, "inns")); char b[16]; dump(t, b, 0); putchar('\n'); return drop(t);
}
