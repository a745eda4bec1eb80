/* <sched.h>: what the CPU_ macros call.

   Sets of processors are arrays of bits; the macros do most by themselves. */

int __sched_cpucount(size_t size, const void *set) {
    const unsigned char *bytes = set;
    int count = 0;
    for (size_t i = 0; i < size; i++)
        for (unsigned bits = bytes[i]; bits != 0; bits &= bits - 1)
            count++;
    return count;
}

/* A whole number of words. */
void *__sched_cpualloc(size_t count) {
    size_t word_bits = 8 * sizeof(long);
    return malloc((count + word_bits - 1) / word_bits * sizeof(long));
}

void __sched_cpufree(void *set) { free(set); }
