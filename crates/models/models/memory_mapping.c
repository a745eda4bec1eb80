/* <sys/mman.h>: memory from mmap.

   Anonymous memory is an allocation of whole pages, all zero; munmap of exactly such a piece frees it. Advice,
   locking and protection change nothing.

   Assumptions:
   - mmap: succeeds (or fails as malloc does, by option); the address asked for is not obeyed, MAP_FIXED and files end
     the execution as unsupported. munmap of a part ends it as unsupported too.
   - mprotect: accepted; an access it forbids is not noticed. */

enum { mapping_page = 4096, map_fixed = 0x10, map_anonymous = 0x20 };

static size_t whole_pages(size_t length) { return (length + mapping_page - 1) & ~(size_t)(mapping_page - 1); }

static void *map(size_t length, int flags) {
    if (!(flags & map_anonymous)) {
        __unspool_unsupported("mmap of a file is not modelled");
        return (void *)-1;
    }
    if (flags & map_fixed) {
        __unspool_unsupported("mmap with MAP_FIXED is not modelled");
        return (void *)-1;
    }
    if (length == 0) {
        *__errno_location() = 22; /* EINVAL */
        return (void *)-1;
    }
    if (length > (size_t)-1 / 2 || (__unspool_switch_malloc_failures && __unspool_nondet(_Bool))) {
        *__errno_location() = 12; /* ENOMEM */
        return (void *)-1;
    }
    void *memory = __unspool_alloc_aligned(mapping_page, whole_pages(length));
    return memset(memory, 0, whole_pages(length));
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, long offset) { return map(length, flags); }

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, long long offset) {
    return map(length, flags);
}

int munmap(void *address, size_t length) {
    if (length == 0 || (uintptr_t)address % mapping_page != 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    if (whole_pages(length) != __unspool_object_size(address))
        __unspool_unsupported("munmap of a part of what mmap gave is not modelled");
    __unspool_free(address);
    return 0;
}

int mprotect(void *address, size_t length, int protection) { return 0; }
int madvise(void *address, size_t length, int advice) { return 0; }
int posix_madvise(void *address, size_t length, int advice) { return 0; }
int msync(void *address, size_t length, int flags) { return 0; }
int mlock(const void *address, size_t length) { return 0; }
int munlock(const void *address, size_t length) { return 0; }
int mlockall(int flags) { return 0; }
int munlockall(void) { return 0; }

void *mremap(void *address, size_t before, size_t after, int flags, ...) {
    __unspool_unsupported("mremap is not modelled");
    return (void *)-1;
}

void *sbrk(long increment) {
    __unspool_unsupported("sbrk is not modelled");
    return (void *)-1;
}

int brk(void *address) {
    __unspool_unsupported("brk is not modelled");
    return -1;
}

int shm_open(const char *name, int flags, unsigned mode) {
    __unspool_unsupported("shm_open: memory shared with other processes is not modelled");
    return -1;
}

int shm_unlink(const char *name) { return 0; }
