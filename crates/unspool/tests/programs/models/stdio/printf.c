/* printf, fprintf, dprintf, asprintf: where the text goes, and when there is none */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined LENGTHS
int main(void) {
    FILE *file = fopen("file", "w");
    assert(printf("%d\n", 12) == 3 && fprintf(stderr, "%s", "abc") == 3 && dprintf(1, "x") == 1); // SAFE
    assert(puts("ab") == 3 && fputs("ab", stdout) >= 0 && putchar('c') == 'c' && putc(300, stdout) == 300 % 256);
    if (file != NULL)
        assert(fprintf(file, "%d\n", 12) == 3 && fputc('x', file) == 'x' && fputs("x", file) >= 0);
    return 0;
}
#elif defined DESCRIPTOR_NOT_OPEN
int main(void) {
    assert(dprintf(5, "x") == -1 && errno == EBADF); // SAFE
    return 0;
}
#elif defined ALLOCATED
int main(void) {
    char *text;
    assert(asprintf(&text, "%d-%s", 12, "ab") == 5 && strcmp(text, "12-ab") == 0); // SAFE
    free(text);
    return 0;
}
#elif defined ALLOCATION_FAILS
// WITH --malloc-failures
int main(void) {
    char *text = NULL;
    assert(asprintf(&text, "%d", 12) == 2); // UNSAFE: assertion failed
    return 0;
}
#elif defined SPRINTF_OVERFLOW
int main(void) {
    char text[3];
    sprintf(text, "%d", 123); // UNSAFE: out of bounds
    return 0;
}
#elif defined ONE_CALL_IS_ONE_STEP
#include <pthread.h>
static char text[3] = "aa";
static void *work(void *unused) {
    printf("%s", text);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    printf("%s", text); // SAFE
    pthread_join(other, 0);
    return 0;
}
#endif
