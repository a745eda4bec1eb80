/* Which file descriptors are open: the lowest unused number is given out, as POSIX demands. And which of them are the output
   of the program: 1 and 2, until they are closed. */

enum { most_descriptors = 64 };

/* Bit d: descriptor d is open; is the program's output. */
static unsigned long long open_descriptors = 7;
static unsigned long long output_descriptors = 6;

_Bool __unspool_is_open_descriptor(int descriptor) {
    return descriptor >= 0 && descriptor < most_descriptors && (open_descriptors >> descriptor & 1) != 0;
}

_Bool __unspool_is_output(int descriptor) {
    return descriptor >= 0 && descriptor < most_descriptors && (output_descriptors >> descriptor & 1) != 0;
}

int __unspool_take_descriptor(void) {
    for (int descriptor = 0; descriptor < most_descriptors; descriptor++)
        if (!(open_descriptors >> descriptor & 1)) {
            open_descriptors |= 1ull << descriptor;
            return descriptor;
        }
    *__errno_location() = 24; /* EMFILE */
    return -1;
}

void __unspool_open_descriptor(int descriptor) { open_descriptors |= 1ull << descriptor; }

void __unspool_release_descriptor(int descriptor) {
    open_descriptors &= ~(1ull << descriptor);
    if (descriptor == 1 || descriptor == 2)
        output_descriptors &= ~(1ull << descriptor);
}
