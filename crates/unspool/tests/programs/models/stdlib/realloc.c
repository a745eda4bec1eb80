/* realloc, reallocarray, reallocf */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

void *reallocf(void *, size_t);

#if defined KEEPS_THE_CONTENT
int main(void) {
    char *p = realloc(0, 2);
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 4);
    assert(p[0] == 1 && p[1] == 2); // SAFE
    p[3] = 3;
    p = reallocarray(p, 1, 1);
    assert(p[0] == 1);
    p = reallocf(p, 2);
    assert(p[0] == 1);
    free(p);
}
#elif defined OLD_ADDRESS_IS_GONE
int main(void) {
    char *p = malloc(2);
    char *q = realloc(p, 4);
    p[0] = 1; // UNSAFE: use after free
    free(q);
}
#elif defined SHRUNK
int main(void) {
    char *p = realloc(malloc(4), 2);
    p[2] = 1; // UNSAFE: out of bounds
}
#elif defined TO_NOTHING_FREES
int main(void) {
    char *p = malloc(4);
    assert(realloc(p, 0) == 0);
    *p = 1; // UNSAFE: use after free
}
#elif defined OF_FREED_MEMORY
int main(void) {
    char *p = malloc(4);
    free(p);
    p = realloc(p, 8); // UNSAFE: use after free
}
#elif defined OF_A_VARIABLE
int main(void) {
    char x[4] = "abc";
    realloc(x, 8); // UNSAFE: invalid free
}
#elif defined PRODUCT_OVERFLOWS
int main(void) {
    volatile size_t count = SIZE_MAX / 2;
    char *p = malloc(1);
    errno = 0;
    assert(reallocarray(p, count, 4) == 0 && errno == ENOMEM); // SAFE
    free(p);
}
#elif defined FAILURE_KEEPS_THE_OLD
// WITH --malloc-failures
int main(void) {
    char *p = malloc(1);
    if (p == 0)
        return 0;
    *p = 7;
    char *q = realloc(p, 4);
    assert(q != 0 ? *q == 7 : *p == 7); // SAFE
    free(q != 0 ? q : p);
}
#elif defined MAY_FAIL
// WITH --malloc-failures
int main(void) {
    assert(realloc(0, 4) != 0); // UNSAFE: assertion failed
}
#elif defined REALLOCF_FREES_IF_IT_FAILS
// WITH --malloc-failures
int main(void) {
    char *p = malloc(1);
    if (p == 0 || reallocf(p, 4) != 0)
        return 0;
    *p = 1; // UNSAFE: use after free
}
#endif
