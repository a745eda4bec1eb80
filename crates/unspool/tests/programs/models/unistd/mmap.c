/* mmap, munmap, mprotect, madvise, mlock: anonymous memory is an allocation of zeros */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined ZEROS
int main(void) {
    char *memory = mmap(0, 64, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(memory != MAP_FAILED && memory[0] == 0 && memory[63] == 0 && (unsigned long)memory % 4096 == 0); // SAFE
    memory[4095] = 1;
    assert(mprotect(memory, 64, PROT_READ) == 0 && madvise(memory, 64, MADV_DONTNEED) == 0 && mlock(memory, 64) == 0 && munlock(memory, 64) == 0);
    assert(munmap(memory, 64) == 0);
    return 0;
}
#elif defined NOTHING
int main(void) {
    assert(mmap(0, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL); // SAFE
    assert(munmap(0, 0) == -1 && munmap((char *)4097, 5) == -1);
    return 0;
}
#elif defined FAILS
// WITH --malloc-failures
int main(void) {
    assert(mmap(0, 64, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED || errno != ENOMEM); // UNSAFE: assertion failed
    return 0;
}
#elif defined USED_AFTER
int main(void) {
    char *memory = mmap(0, 64, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(memory, 64);
    memory[0] = 1; // UNSAFE: free
    return 0;
}
#elif defined BEYOND
int main(void) {
    char *memory = mmap(0, 64, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[4096] = 1; // UNSAFE: out of bounds
    return 0;
}
#elif defined A_FILE
int main(void) {
    return mmap(0, 64, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED; // UNSUPPORTED: mmap of a file is not modelled
}
#elif defined A_PART
int main(void) {
    char *memory = mmap(0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(memory, 4096); // UNSUPPORTED: munmap of a part
    return 0;
}
#elif defined SBRK
int main(void) {
    sbrk(64); // UNSUPPORTED: sbrk is not modelled
    return 0;
}
#endif
