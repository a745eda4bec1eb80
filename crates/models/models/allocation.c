/* The heap: malloc and its relatives over `alloc` and `free` of the engine.

   An allocation succeeds unless it asks for more than half of the address space, which every libc refuses
   with ENOMEM. malloc's memory is uninitialised; malloc(0) gives a fresh object of size 0, not null.
   Invalid frees, double frees and uses after free are reported by the engine itself. What
   malloc gives is aligned to 16 bytes, as on every x86 libc. */

static _Bool too_large(size_t size) {
    if (size <= (size_t)-1 / 2)
        return 0;
    *__errno_location() = 12; /* ENOMEM */
    return 1;
}

void *malloc(size_t size) { return too_large(size) ? 0 : __unspool_alloc(size); }

void free(void *pointer) { __unspool_free(pointer); }
void cfree(void *pointer) { __unspool_free(pointer); }

void *calloc(size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        *__errno_location() = 12;
        return 0;
    }
    void *memory = malloc(count * size);
    return memory == 0 ? 0 : memset(memory, 0, count * size);
}

/* Always moves, so that a program that keeps using the old address is found out. */
void *realloc(void *pointer, size_t size) {
    if (pointer == 0)
        return malloc(size);
    if (size == 0) { /* as glibc does it */
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
    if (size != 0 && count > (size_t)-1 / size) {
        *__errno_location() = 12;
        return 0;
    }
    return realloc(pointer, count * size);
}

static _Bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    return too_large(size) ? 0 : __unspool_alloc_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
void *valloc(size_t size) { return aligned_alloc(4096, size); } /* a page */

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return 22;
    if (size > (size_t)-1 / 2)
        return 12;
    *result = __unspool_alloc_aligned(alignment, size);
    return 0;
}

size_t malloc_usable_size(void *pointer) { return pointer == 0 ? 0 : __unspool_object_size(pointer); }
