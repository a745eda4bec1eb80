/* <stdlib.h>, <malloc.h>: the heap, malloc and its relatives over `alloc` and `free` of the engine.

   An allocation that asks for more than half of the address space fails with every libc. Since allocations succeed, unless --malloc-failures says otherwise, an execution
   that asks for so much is not looked at any further, and the answer is unknown. Invalid frees, double
   frees and uses after free are reported by the engine itself. malloc's memory is uninitialised.

   Where leaks are looked for, the objects that the program has to free are counted. The count is an atomic variable, and relaxed, so that it orders
   nothing: threads that allocate can race as before. An object is counted behind its allocation and no more before it is freed. So whenever the
   count is above zero an object lives; and if one lives when the process ends, then in some schedule it is counted at that time.

   Assumptions:
   - Allocations succeed; with --malloc-failures each of them, and each function that allocates such as strdup, may fail with ENOMEM, and those that ask for
     more than half of the address space do.
   - malloc: memory is aligned to 16 bytes; malloc(0) gives a fresh object of size 0, not null.
   - realloc: always moves, so that a program that keeps using the old address is found out; realloc to size 0 frees
     and returns null, as glibc does it.
   - valid-memcleanup: counts what programs get from malloc and its kin and from functions that say so, such as strdup and getline; not open
     streams, mappings, or what the library keeps for itself.
   - malloc_usable_size: exactly the size that was asked for.
   - mallopt, malloc_trim: nothing to do. */

enum { out_of_memory = 12 }; /* ENOMEM */

static _Bool refused(size_t size) {
    _Bool is_possible = size <= (size_t)-1 / 2;
    if (!is_possible && !__unspool_switch_malloc_failures)
        __unspool_unsupported("an allocation of more than half of the address space, which fails (--malloc-failures)");
    if (is_possible && !(__unspool_switch_malloc_failures && __unspool_nondet(_Bool)))
        return 0;
    *__errno_location() = out_of_memory;
    return 1;
}

static int live_objects;

void __unspool_count_objects(int change) { __atomic_fetch_add(&live_objects, change, 0 /* relaxed */); }

void __unspool_on_demand_valid_memcleanup(void) {
    int left = __atomic_load_n(&live_objects, 0 /* relaxed */);
    __unspool_assert(left <= 0, "valid-memcleanup", "the program ends while memory is not freed");
}

void *malloc(size_t size) {
    if (refused(size))
        return 0;
    void *memory = __unspool_alloc(size);
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_count_objects(1);
    return memory;
}

void free(void *pointer) {
    if (__unspool_on_demand_valid_memcleanup && pointer != 0)
        __unspool_count_objects(-1);
    __unspool_free(pointer);
}

void cfree(void *pointer) { free(pointer); }

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
        free(pointer);
        return 0;
    }
    size_t old_size = __unspool_object_size(pointer);
    void *moved = malloc(size);
    if (moved == 0)
        return 0;
    memcpy(moved, pointer, old_size < size ? old_size : size);
    free(pointer);
    return moved;
}

void *reallocarray(void *pointer, size_t count, size_t size) {
    return overflows(count, size) ? 0 : realloc(pointer, count * size);
}

/* BSD's: as realloc, but the old memory is freed if that fails. */
void *reallocf(void *pointer, size_t size) {
    void *moved = realloc(pointer, size);
    if (moved == 0 && size != 0)
        free(pointer);
    return moved;
}

static _Bool is_power_of_two(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    if (refused(size))
        return 0;
    void *memory = __unspool_alloc_aligned(alignment, size);
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_count_objects(1);
    return memory;
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
    void *memory = __unspool_alloc_aligned(alignment, size);
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_count_objects(1);
    *result = memory;
    return 0;
}

size_t malloc_usable_size(void *pointer) { return pointer == 0 ? 0 : __unspool_object_size(pointer); }
int mallopt(int parameter, int value) { return 1; }
int malloc_trim(size_t keep) { return 0; }
