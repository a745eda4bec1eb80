/* <stdlib.h>, <malloc.h>: the heap, malloc and its relatives over `alloc` and `free` of the engine.

   An allocation that asks for more than half of the address space fails with ENOMEM, as with every libc. Invalid frees, double
   frees and uses after free are reported by the engine itself. malloc's memory is uninitialised.

   Assumptions:
   - Allocations succeed, unless they ask for more than half of the address space; with --malloc-failures each of them, and
     each function that allocates such as strdup, may also fail with ENOMEM.
   - malloc: memory is aligned to 16 bytes; malloc(0) gives a fresh object of size 0, not null.
   - realloc: always moves, so that a program that keeps using the old address is found out; realloc to size 0 frees
     and returns null, as glibc does it.
   - malloc_usable_size: exactly the size that was asked for.
   - mallopt, malloc_trim: nothing to do. */

enum { out_of_memory = 12 }; /* ENOMEM */

static _Bool refused(size_t size) {
    if (size <= (size_t)-1 / 2 &&
        !(__unspool_switch_malloc_failures && __unspool_nondet(_Bool)))
        return 0;
    *__errno_location() = out_of_memory;
    return 1;
}

void *malloc(size_t size) { return refused(size) ? 0 : __unspool_alloc(size); }

void free(void *pointer) { __unspool_free(pointer); }
void cfree(void *pointer) { __unspool_free(pointer); }

static _Bool overflows(size_t count, size_t size) {
    if (size == 0 || count <= (size_t)-1 / size)
        return 0;
    *__errno_location() = out_of_memory;
    return 1;
}

void *calloc(size_t count, size_t size) {
    if (overflows(count, size))
        return 0;
    void *memory = malloc(count * size);
    return memory == 0 ? 0 : memset(memory, 0, count * size);
}

void *realloc(void *pointer, size_t size) {
    if (pointer == 0)
        return malloc(size);
    if (size == 0) {
        __unspool_free(pointer);
        return 0;
    }
    size_t old_size = __unspool_object_size(pointer);
    void *moved = malloc(size);
    if (moved == 0)
        return 0;
    memcpy(moved, pointer, old_size < size ? old_size : size);
    __unspool_free(pointer);
    return moved;
}

void *reallocarray(void *pointer, size_t count, size_t size) {
    return overflows(count, size) ? 0 : realloc(pointer, count * size);
}

/* BSD's: as realloc, but the old memory is freed if that fails. */
void *reallocf(void *pointer, size_t size) {
    void *moved = realloc(pointer, size);
    if (moved == 0 && size != 0)
        __unspool_free(pointer);
    return moved;
}

static _Bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    return refused(size) ? 0 : __unspool_alloc_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
void *valloc(size_t size) { return aligned_alloc(4096, size); } /* a page */

/* Whole pages. */
void *pvalloc(size_t size) {
    size_t rest = size % 4096;
    return aligned_alloc(4096, rest == 0 || size > (size_t)-1 / 2 ? size : size - rest + 4096);
}

/* Tells by its result, and leaves errno and, if it fails, `*result` alone. */
int posix_memalign(void **result, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return 22;
    if (size > (size_t)-1 / 2 || (__unspool_switch_malloc_failures && __unspool_nondet(_Bool)))
        return out_of_memory;
    *result = __unspool_alloc_aligned(alignment, size);
    return 0;
}

size_t malloc_usable_size(void *pointer) { return pointer == 0 ? 0 : __unspool_object_size(pointer); }
int mallopt(int parameter, int value) { return 1; }
int malloc_trim(size_t keep) { return 0; }
