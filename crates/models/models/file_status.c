/* <sys/stat.h>: what is known of a file: stat, fstat, lstat.

   The structure is filled by its layout in glibc, of which there are two: x86-64's, where stat and stat64 are the
   same, and i386's, where they differ only behind the size's first word.

   Assumptions:
   - stat, lstat: may fail (ENOENT) or succeed, by choice at each call; the name is not read. fstat: succeeds for an open descriptor.
   - Every file is a regular one with mode 0644 of user 1000, and has any size from 0 to INT_MAX; all else is 0. */

enum { regular_file = 0100644 };

static int fill_status(unsigned *words, int count) {
    _Bool is_64 = sizeof(long) == 8;
    for (int i = 0; i < count; i++)
        words[i] = 0;
    words[is_64 ? 6 : 4] = regular_file;
    words[is_64 ? 4 : 5] = 1; /* st_nlink */
    words[is_64 ? 7 : 6] = words[is_64 ? 8 : 7] = 1000;
    words[is_64 ? 12 : 11] = __unspool_nondet(unsigned) & 2147483647u;
    return 0;
}

enum { status_words = sizeof(long) == 8 ? 36 : 22, status_words_64 = sizeof(long) == 8 ? 36 : 24 };

static int fill_or_fail(unsigned *words, int count) {
    if (!__unspool_nondet(_Bool))
        return fill_status(words, count);
    *__errno_location() = 2; /* ENOENT */
    return -1;
}

static int fill_if_open(int descriptor, unsigned *words, int count) {
    __unspool_atomic_begin();
    _Bool is_open = __unspool_is_open_descriptor(descriptor);
    __unspool_atomic_end();
    if (is_open)
        return fill_status(words, count);
    *__errno_location() = 9; /* EBADF */
    return -1;
}

struct stat;
struct stat64;

int stat(const char *restrict name, struct stat *restrict status) {
    return fill_or_fail((unsigned *)status, status_words);
}

int lstat(const char *restrict name, struct stat *restrict status) {
    return fill_or_fail((unsigned *)status, status_words);
}

int fstat(int descriptor, struct stat *status) {
    return fill_if_open(descriptor, (unsigned *)status, status_words);
}

int stat64(const char *restrict name, struct stat64 *restrict status) {
    return fill_or_fail((unsigned *)status, status_words_64);
}

int lstat64(const char *restrict name, struct stat64 *restrict status) {
    return fill_or_fail((unsigned *)status, status_words_64);
}

int fstat64(int descriptor, struct stat64 *status) {
    return fill_if_open(descriptor, (unsigned *)status, status_words_64);
}

/* What these were called before glibc 2.33. */
int __xstat(int version, const char *name, struct stat *status) { return stat(name, status); }
int __lxstat(int version, const char *name, struct stat *status) { return lstat(name, status); }
int __fxstat(int version, int descriptor, struct stat *status) { return fstat(descriptor, status); }
int __xstat64(int version, const char *name, struct stat64 *status) { return stat64(name, status); }
int __lxstat64(int version, const char *name, struct stat64 *status) { return lstat64(name, status); }
int __fxstat64(int version, int descriptor, struct stat64 *status) { return fstat64(descriptor, status); }
