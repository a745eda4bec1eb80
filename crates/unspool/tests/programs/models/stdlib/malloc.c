/* malloc, free, cfree */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

void cfree(void *);

#if defined GIVES_DISTINCT_MEMORY
int main(void) {
    char *a = malloc(3), *b = malloc(3);
    assert(a != 0 && b != 0 && a != b); // SAFE
    assert((uintptr_t)a % 16 == 0);
    a[2] = 1;
    b[0] = 2;
    assert(a[2] == 1);
    free(a);
    cfree(b);
    free(0);
}
#elif defined OF_NOTHING
int main(void) {
    char *a = malloc(0), *b = malloc(0);
    assert(a != 0 && a != b); // SAFE
    free(a);
    free(b);
}
#elif defined TOO_LARGE
// WITH --malloc-failures
int main(void) {
    volatile size_t size = SIZE_MAX - 5;
    errno = 0;
    void *p = malloc(size);
    assert(p == 0 && errno == ENOMEM); // SAFE
}
#elif defined MAY_FAIL
// WITH --malloc-failures
int main(void) {
    void *p = malloc(3);
    assert(p != 0); // UNSAFE: assertion failed
}
#elif defined FAILS_WITH_ENOMEM
// WITH --malloc-failures
int main(void) {
    errno = 0;
    void *p = malloc(3);
    assert(p != 0 || errno == ENOMEM); // SAFE
    assert(p == 0 || errno == 0);
}
#elif defined FAILURE_NOT_CHECKED
// WITH --malloc-failures
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1; // UNSAFE: null pointer
}
#elif defined WRITE_BEHIND_THE_END
int main(void) {
    char *p = malloc(4);
    p[4] = 1; // UNSAFE: out of bounds
}
#elif defined DOUBLE_FREE
int main(void) {
    char *p = malloc(4);
    free(p);
    free(p); // UNSAFE: double free
}
#elif defined FREE_OF_THE_MIDDLE
int main(void) {
    char *p = malloc(4);
    free(p + 1); // UNSAFE: invalid free
}
#elif defined FREE_OF_A_VARIABLE
int main(void) {
    int x;
    free(&x); // UNSAFE: invalid free
}
#elif defined USE_AFTER_FREE
int main(void) {
    char *p = malloc(4);
    free(p);
    *p = 1; // UNSAFE: use after free
}
#endif
