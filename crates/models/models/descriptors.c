/* <unistd.h>, <fcntl.h>, <sys/uio.h>, <sys/select.h>, <poll.h>: file descriptors.

   A descriptor is open or not, nothing else: POSIX gives out the lowest unused number, and every function refuses one
   that is not open with EBADF. Bytes written to 1 and 2 are the program's output, those written elsewhere disappear;
   bytes read are any bytes. Each call is one atomic step, but read stores into the program's memory after it. open, close,
   read, write, select, poll and fsync are cancellation points.

   Assumptions:
   - open, creat: each call may fail (ENOENT) or succeed, whatever the name. At most 64 descriptors are open (then
     EMFILE).
   - Names of files are not read, so an invalid pointer or a race there is not seen.
   - dup2: onto 1 or 2 ends the execution as unsupported.
   - read, pread: any number of any bytes up to the count, 0 (the end of the file) included, without waiting and
     without an error other than EBADF. write, pwrite: write all they are given.
   - write, pwrite, writev: what is written is read in one step, so no other thread changes it halfway. Races on it are
     found against all accesses that are not part of such a step of a model: those of the program, and of functions such
     as strcpy and read.
   - lseek: gives the position asked for; relative to the end or the present position it may be any number.
   - access, unlink, remove, rename, mkdir, chdir and their like: succeed or fail (ENOENT) at each call, by choice,
     and change nothing.
   - fcntl: F_GETFL, F_GETFD give 0 and F_SETFL, F_SETFD are accepted; others, pipes, poll, select on descriptors and
     ioctl end the execution as unsupported. select without descriptors is a sleep and returns at once. */

/* 0, or -1 with EBADF. */
static int check_descriptor(int descriptor) {
    __unspool_atomic_begin();
    _Bool is_open = __unspool_is_open_descriptor(descriptor);
    __unspool_atomic_end();
    if (is_open)
        return 0;
    *__errno_location() = 9; /* EBADF */
    return -1;
}

/* 0, or -1 with ENOENT. */
static int succeed_or_fail(void) {
    if (!__unspool_nondet(_Bool))
        return 0;
    *__errno_location() = 2; /* ENOENT */
    return -1;
}

static int take_one_descriptor(void) {
    __unspool_atomic_begin();
    int descriptor = __unspool_take_descriptor();
    __unspool_atomic_end();
    return descriptor;
}

static int open_some_file(void) {
    pthread_testcancel();
    return succeed_or_fail() < 0 ? -1 : take_one_descriptor();
}

int open(const char *name, int flags, ...) { return open_some_file(); }
int open64(const char *name, int flags, ...) { return open_some_file(); }
int __open_2(const char *name, int flags) { return open_some_file(); }
int __open64_2(const char *name, int flags) { return open_some_file(); }
int openat(int directory, const char *name, int flags, ...) { return open_some_file(); }
int openat64(int directory, const char *name, int flags, ...) { return open_some_file(); }
int creat(const char *name, unsigned mode) { return open_some_file(); }
int creat64(const char *name, unsigned mode) { return open_some_file(); }
int mkstemp(char *pattern) { return open_some_file(); }
int mkstemp64(char *pattern) { return open_some_file(); }

int close(int descriptor) {
    int result = 0;
    pthread_testcancel();
    __unspool_atomic_begin();
    if (__unspool_is_open_descriptor(descriptor)) {
        __unspool_release_descriptor(descriptor);
    } else {
        *__errno_location() = 9; /* EBADF */
        result = -1;
    }
    __unspool_atomic_end();
    return result;
}

int dup(int descriptor) { return check_descriptor(descriptor) < 0 ? -1 : take_one_descriptor(); }

int dup2(int descriptor, int wanted) {
    if (check_descriptor(descriptor) < 0)
        return -1;
    if (wanted < 0 || wanted > 63) {
        *__errno_location() = 9; /* EBADF */
        return -1;
    }
    if (wanted == descriptor)
        return wanted;
    if (wanted == 1 || wanted == 2)
        __unspool_unsupported("dup2: redirecting the output of the program is not modelled");
    __unspool_atomic_begin();
    __unspool_open_descriptor(wanted);
    __unspool_atomic_end();
    return wanted;
}

/* Any number of any bytes. */
ssize_t read(int descriptor, void *data, size_t count) {
    pthread_testcancel();
    if (check_descriptor(descriptor) < 0)
        return -1;
    size_t available = count == 0 ? 0 : __unspool_nondet(size_t);
    if (available > count)
        available %= count + 1;
    __unspool_store_any_bytes(data, available);
    return (ssize_t)available;
}

ssize_t pread(int descriptor, void *data, size_t count, long offset) { return read(descriptor, data, count); }
ssize_t pread64(int descriptor, void *data, size_t count, long long offset) { return read(descriptor, data, count); }

ssize_t __read_chk(int descriptor, void *data, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "read: size is larger than the buffer (buffer overflow)");
    return read(descriptor, data, count);
}

ssize_t __pread_chk(int descriptor, void *data, size_t count, long offset, size_t object) {
    return __read_chk(descriptor, data, count, object);
}

ssize_t __pread64_chk(int descriptor, void *data, size_t count, long long offset, size_t object) {
    return __read_chk(descriptor, data, count, object);
}

static ssize_t write_bytes(int descriptor, const unsigned char *bytes, size_t count) {
    __unspool_atomic_begin();
    _Bool is_open = __unspool_is_open_descriptor(descriptor);
    _Bool is_output = __unspool_is_output(descriptor);
    if (is_open)
        for (size_t i = 0; i < count; i++) {
            unsigned char byte = bytes[i]; /* read wherever it goes: it must be there */
            if (is_output)
                __unspool_output(descriptor, byte);
        }
    __unspool_atomic_end();
    if (is_open)
        return (ssize_t)count;
    *__errno_location() = 9; /* EBADF */
    return -1;
}

ssize_t write(int descriptor, const void *data, size_t count) {
    pthread_testcancel();
    return write_bytes(descriptor, data, count);
}

ssize_t pwrite(int descriptor, const void *data, size_t count, long offset) { return write(descriptor, data, count); }
ssize_t pwrite64(int descriptor, const void *data, size_t count, long long offset) {
    return write(descriptor, data, count);
}

/* A piece of memory for readv and writev, as <sys/uio.h> declares it. */
struct iovec {
    void *iov_base;
    size_t iov_len;
};

/* The pieces are filled in their order; the first that is not filled wholly is the last. */
ssize_t readv(int descriptor, const struct iovec *pieces, int count) {
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t length = read(descriptor, pieces[i].iov_base, pieces[i].iov_len);
        if (length < 0)
            return -1;
        total += length;
        if ((size_t)length < pieces[i].iov_len)
            break;
    }
    return total;
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    ssize_t total = 0;
    ssize_t length = 0;
    pthread_testcancel();
    __unspool_atomic_begin();
    for (int i = 0; i < count && length >= 0; i++) {
        length = write_bytes(descriptor, pieces[i].iov_base, pieces[i].iov_len);
        total += length;
    }
    __unspool_atomic_end();
    return length < 0 ? -1 : total;
}

static long long seek(int descriptor, long long offset, int whence) {
    if (check_descriptor(descriptor) < 0)
        return -1;
    if (whence < 0 || whence > 2 || (whence == 0 && offset < 0)) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    return whence == 0 ? offset : __unspool_nondet(int) & 2147483647;
}

long lseek(int descriptor, long offset, int whence) { return (long)seek(descriptor, offset, whence); }
long long lseek64(int descriptor, long long offset, int whence) { return seek(descriptor, offset, whence); }

static int control(int descriptor, int command) {
    if (check_descriptor(descriptor) < 0)
        return -1;
    if (command < 1 || command > 4) /* F_GETFD, F_SETFD, F_GETFL, F_SETFL */
        __unspool_unsupported("fcntl: only F_GETFD, F_SETFD, F_GETFL and F_SETFL are modelled");
    return 0;
}

int fcntl(int descriptor, int command, ...) { return control(descriptor, command); }
int fcntl64(int descriptor, int command, ...) { return control(descriptor, command); }
int __fcntl_time64(int descriptor, int command, ...) { return control(descriptor, command); }

int ioctl(int descriptor, unsigned long request, ...) {
    __unspool_unsupported("ioctl is not modelled");
    return -1;
}

int pipe(int descriptors[2]) {
    __unspool_unsupported("pipe: communication through descriptors is not modelled");
    return -1;
}

int pipe2(int descriptors[2], int flags) { return pipe(descriptors); }

int eventfd(unsigned value, int flags) {
    __unspool_unsupported("eventfd: communication through descriptors is not modelled");
    return -1;
}

int poll(void *descriptors, unsigned long count, int timeout) {
    pthread_testcancel();
    if (count != 0)
        __unspool_unsupported("poll: waiting for descriptors is not modelled");
    return 0;
}

int __poll_chk(void *descriptors, unsigned long count, int timeout, size_t object) {
    return poll(descriptors, count, timeout);
}

/* Without descriptors, a sleep. */
int select(int count, void *reading, void *writing, void *exceptions, void *timeout) {
    pthread_testcancel();
    if (reading != 0 || writing != 0 || exceptions != 0)
        __unspool_unsupported("select: waiting for descriptors is not modelled");
    return 0;
}

int __select64(int count, void *reading, void *writing, void *exceptions, void *timeout) {
    return select(count, reading, writing, exceptions, timeout);
}

long __fdelt_chk(long descriptor) {
    __unspool_assert(descriptor >= 0 && descriptor < 1024, "valid-memsafety",
                     "FD_SET of a descriptor beyond FD_SETSIZE (buffer overflow)");
    return descriptor / (8 * (long)sizeof(long));
}

int fsync(int descriptor) {
    pthread_testcancel();
    return check_descriptor(descriptor);
}

int fdatasync(int descriptor) { return check_descriptor(descriptor); }
int ftruncate(int descriptor, long length) { return check_descriptor(descriptor); }
int ftruncate64(int descriptor, long long length) { return check_descriptor(descriptor); }
void sync(void) {}

/* Whether the standard streams are terminals, is a choice. */
int isatty(int descriptor) {
    if (check_descriptor(descriptor) < 0)
        return 0;
    if (__unspool_nondet(_Bool))
        return 1;
    *__errno_location() = 25; /* ENOTTY */
    return 0;
}

int access(const char *name, int mode) { return succeed_or_fail(); }
int unlink(const char *name) { return succeed_or_fail(); }
int remove(const char *name) { return succeed_or_fail(); }
int rename(const char *from, const char *to) { return succeed_or_fail(); }
int link(const char *from, const char *to) { return succeed_or_fail(); }
int symlink(const char *from, const char *to) { return succeed_or_fail(); }
int mkdir(const char *name, unsigned mode) { return succeed_or_fail(); }
int rmdir(const char *name) { return succeed_or_fail(); }
int chdir(const char *name) { return succeed_or_fail(); }
int chmod(const char *name, unsigned mode) { return succeed_or_fail(); }
int truncate(const char *name, long length) { return succeed_or_fail(); }

/* The mask before: at first 022, as nearly everywhere. */
unsigned umask(unsigned mask) {
    static unsigned present = 18;
    __unspool_atomic_begin();
    unsigned former = present;
    present = mask & 511; /* 0777 */
    __unspool_atomic_end();
    return former;
}
