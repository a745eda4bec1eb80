// sizeof on types, expressions without evaluation, arrays, strings, members and parameters.
#include <stdio.h>
struct s { char a; int b[4]; struct { short x; } in; };
static int calls; static int touch(void) { return ++calls; }
static int param(int a[10], char s[]) { return (int)(sizeof a == sizeof(int *)) + (int)(sizeof s == sizeof(char *)); }
int main(void) {
    int i = 0, arr[7], m[3][5]; char c = 0; double d; struct s v, *p = &v;
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *));
    printf("%zu %zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(long double), sizeof(_Bool));
    printf("%zu %zu %d\n", sizeof i++, sizeof touch(), i + calls);
    printf("%zu %zu %zu %zu\n", sizeof arr, sizeof m, sizeof m[0], sizeof *m[0]);
    printf("%zu %zu %zu\n", sizeof p->b, sizeof(struct s), sizeof p->in.x); printf("%zu %zu\n", sizeof((struct s *)0)->b / sizeof(int), (size_t)(sizeof(p) == sizeof(&arr)));
    printf("%zu %zu %zu %zu\n", sizeof "four", sizeof 'c', sizeof(c + c), sizeof(c, d)); printf("%zu %zu\n", sizeof(int[2][3]) / sizeof(int), (size_t)(sizeof(int (*)[3]) == sizeof(void *)));
    printf("%zu %zu %zu\n", sizeof(1 ? c : d), sizeof(char) + 1, sizeof(i) * 2); printf("%zu %zu\n", sizeof(void), sizeof(touch)); printf("%d\n", (int)sizeof(int) - 5 < 0);
    return param(arr, "x") + calls;
}
