// alloca in functions, loops and recursion; memory lives until the function returns.
#include <stdio.h>
#include <string.h>
#include <alloca.h>
struct node { int v; struct node *next; };
static int build(int n) { struct node *head = 0; for (int i = 0; i < n; i++) { struct node *x = alloca(sizeof *x); x->v = i * 3; x->next = head; head = x; } int t = 0; while (head) { t = t * 2 + head->v; t %= 1009; head = head->next; } return t; }
static int rec(int n) { char *b = __builtin_alloca(n + 1); memset(b, 'a' + n, n); b[n] = 0; if (n > 1) rec(n - 1); printf("%s ", b); return (int)strlen(b); }
static char *join(char *out, const char *a, const char *b) { size_t n = strlen(a); char *t = alloca(n + strlen(b) + 1); strcpy(t, a); strcpy(t + n, b); return strcpy(out, t); }
int main(void) {
    printf("%d %d\n", build(20), build(1));
    int l = rec(5); printf("%d\n", l);
    char out[32]; puts(join(out, "left", "right"));
    int *a = alloca(10 * sizeof *a), s = 0; for (int i = 0; i < 10; i++) a[i] = i; for (int i = 0; i < 10; i++) s += a[i]; 
    return s;
}
