// Flexible array members and zero-length arrays on the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
struct message { unsigned short len; char kind; int words[]; };
struct old { char tag; int rows[0]; };
struct text { size_t n; char s[]; };
static struct text global_text = {5, "hello"};
static struct message *build(int n) {
    struct message *m = malloc(sizeof *m + n * sizeof m->words[0]);
    m->len = n; m->kind = 'k';
    for (int i = 0; i < n; i++) m->words[i] = i * i - 3;
    return m;
}
int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct message), offsetof(struct message, words), offsetof(struct message, words[2]));
    printf("%zu %zu\n", sizeof(struct old), offsetof(struct old, rows));
    struct message *m = build(6), head = *m;
    int sum = 0; for (int i = 0; i < head.len; i++) sum += m->words[i];
    printf("%d %c\n", sum, head.kind);
    m = realloc(m, sizeof *m + 8 * sizeof(int)); m->words[7] = m->words[5] + 1; printf("%d\n", m->words[7]);
    free(m);
    printf("%zu %.*s\n", global_text.n, (int)global_text.n, global_text.s);
    struct text *t = malloc(sizeof *t + 10); strcpy(t->s, "flexible"); t->n = strlen(t->s);
    printf("%s %zu\n", t->s, t->n);
    free(t);
    return sum;
}
