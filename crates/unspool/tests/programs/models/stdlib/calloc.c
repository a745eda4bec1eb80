/* calloc */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#if defined GIVES_ZEROS
int main(void) {
    int *p = calloc(3, sizeof *p);
    assert(p && p[0] == 0 && p[1] == 0 && p[2] == 0); // SAFE
    free(p);
}
#elif defined PRODUCT_OVERFLOWS
int main(void) {
    volatile size_t count = SIZE_MAX / 2;
    errno = 0;
    assert(calloc(count, 4) == 0 && errno == ENOMEM); // SAFE
}
#elif defined MAY_FAIL
// WITH --malloc-failures
int main(void) {
    assert(calloc(1, 1) != 0); // UNSAFE: assertion failed
}
#elif defined WRITE_BEHIND_THE_END
int main(void) {
    int *p = calloc(3, sizeof *p);
    p[3] = 1; // UNSAFE: out of bounds
}
#endif
