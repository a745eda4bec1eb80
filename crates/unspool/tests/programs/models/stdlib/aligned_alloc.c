/* aligned_alloc, memalign, posix_memalign, valloc, pvalloc */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#if defined ALIGNS
int main(void) {
    char *a = aligned_alloc(64, 128), *b = memalign(32, 5), *c = valloc(3), *d = pvalloc(3);
    void *e;
    assert((uintptr_t)a % 64 == 0 && (uintptr_t)b % 32 == 0); // SAFE
    assert((uintptr_t)c % 4096 == 0 && (uintptr_t)d % 4096 == 0);
    d[4095] = 1;
    assert(posix_memalign(&e, 256, 7) == 0 && (uintptr_t)e % 256 == 0);
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
}
#elif defined WRONG_ALIGNMENT
int main(void) {
    volatile size_t three = 3, two = 2;
    void *p = &p;
    errno = 0;
    assert(aligned_alloc(three, 8) == 0 && errno == EINVAL); // SAFE
    errno = 0;
    assert(memalign(three, 8) == 0 && errno == EINVAL);
    errno = 0;
    assert(posix_memalign(&p, three, 8) == EINVAL && posix_memalign(&p, two, 8) == EINVAL);
    assert(p == &p && errno == 0);
}
#elif defined TOO_LARGE
// WITH --malloc-failures
int main(void) {
    volatile size_t size = SIZE_MAX - 8191;
    void *p = 0;
    assert(aligned_alloc(16, size) == 0 && errno == ENOMEM); // SAFE
    assert(posix_memalign(&p, 16, size) == ENOMEM && p == 0);
}
#elif defined ALIGNED_ALLOC_MAY_FAIL
// WITH --malloc-failures
int main(void) {
    assert(aligned_alloc(16, 16) != 0); // UNSAFE: assertion failed
}
#elif defined POSIX_MEMALIGN_MAY_FAIL
// WITH --malloc-failures
int main(void) {
    void *p;
    int result = posix_memalign(&p, 16, 16);
    assert(result == 0 || result == ENOMEM);
    assert(result == 0); // UNSAFE: assertion failed
}
#elif defined POSIX_MEMALIGN_SUCCEEDS
int main(void) {
    void *p;
    assert(posix_memalign(&p, 16, 16) == 0); // SAFE
    free(p);
}
#elif defined TOO_LARGE_FOR_PAGES
// WITH --malloc-failures
int main(void) {
    volatile size_t size = SIZE_MAX - 5, pages = 8192, half = SIZE_MAX / 2;
    errno = 0;
    assert(pvalloc(size) == 0 && errno == ENOMEM); // SAFE
    errno = 0;
    assert(pvalloc(half) == 0 && errno == ENOMEM);
    void *p = pvalloc(pages);
    assert(p == 0 || malloc_usable_size(p) == 8192);
    free(p);
}
#endif
