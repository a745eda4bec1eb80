/* malloc_usable_size, mallopt, malloc_trim */
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

#if defined TELLS_THE_SIZE
int main(void) {
    void *p = malloc(13);
    assert(malloc_usable_size(p) == 13 && malloc_usable_size(0) == 0); // SAFE
    mallopt(M_MMAP_THRESHOLD, 4096);
    malloc_trim(0);
    free(p);
}
#elif defined OF_FREED_MEMORY
int main(void) {
    void *p = malloc(13);
    free(p);
    assert(malloc_usable_size(p) == 13); // UNSAFE: use after free
}
#endif
