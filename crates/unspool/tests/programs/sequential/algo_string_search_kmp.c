// Knuth-Morris-Pratt, naive search, wildcard matching and run-length coding.
#include <stdio.h>
#include <string.h>
static int kmp(const char *t, const char *p) { int fail[32], n = 0, m = strlen(p); fail[0] = 0; for (int i = 1, k = 0; i < m; i++) { while (k && p[i] != p[k]) k = fail[k - 1]; if (p[i] == p[k]) k++; fail[i] = k; } for (int i = 0, k = 0; t[i]; i++) { while (k && t[i] != p[k]) k = fail[k - 1]; if (t[i] == p[k]) k++; if (k == m) { n++; k = fail[k - 1]; } } return n; }
static int naive(const char *t, const char *p) { int n = 0; for (size_t m = strlen(p); *t; t++) n += !strncmp(t, p, m); return n; }
static int glob(const char *p, const char *s) { return !*p ? !*s : *p == '*' ? glob(p + 1, s) || (*s && glob(p, s + 1)) : *s && (*p == '?' || *p == *s) && glob(p + 1, s + 1); }
static void rle(const char *s, char *o) { while (*s) { int n = 1; while (s[n] == *s) n++; if (n > 1) o += sprintf(o, "%d", n); *o++ = *s; s += n; } *o = 0; }
int main(void) {
    const char *t = "abababcababcabababab"; static const char *const ps[] = {"abab", "ababc", "a", "bca", "xyz"}; for (int i = 0; i < 5; i++) printf("%d/%d ", kmp(t, ps[i]), naive(t, ps[i])); putchar('\n');
    printf("%d%d%d%d%d\n", glob("a*b?d", "axxbcd"), glob("*", ""), glob("?", ""), glob("*.c", "main.c"), glob("a**c", "abd")); char out[40]; rle("aaabccddddde", out); puts(out); rle("", out); printf("[%s]\n", out); return kmp(t, "ab");
}
