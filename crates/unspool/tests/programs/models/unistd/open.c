/* open, creat, close, dup, read, write, lseek, fcntl, isatty: descriptors are open or not, their contents any */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/select.h>
#include <unistd.h>

#if defined MAY_FAIL_OR_SUCCEED
int main(void) {
    int descriptor = open("file", O_RDONLY);
    assert(descriptor == 3 || (descriptor == -1 && errno == ENOENT));
    assert(descriptor != -1); // UNSAFE: assertion failed
    assert(descriptor != 3);  // UNSAFE: assertion failed
    return 0;
}
#elif defined LOWEST_UNUSED
int main(void) {
    int first = open("first", O_RDWR | O_CREAT, 0600), second = creat("second", 0600);
    if (first == -1 || second == -1)
        return 0;
    assert(first == 3 && second == 4); // SAFE
    assert(dup(first) == 5 && close(first) == 0 && dup(second) == 3 && dup2(second, 9) == 9 && close(9) == 0);
    return 0;
}
#elif defined NOT_OPEN
int main(void) {
    char byte;
    assert(close(7) == -1 && errno == EBADF); // SAFE
    assert(read(7, &byte, 1) == -1 && write(7, "x", 1) == -1 && lseek(7, 0, SEEK_SET) == -1 && dup(7) == -1 && fcntl(7, F_GETFL) == -1);
    assert(fsync(7) == -1 && ftruncate(7, 0) == -1 && isatty(7) == 0 && dup2(1, -1) == -1 && read(-1, &byte, 1) == -1);
    close(0);
    assert(close(0) == -1 && read(0, &byte, 1) == -1);
    return 0;
}
#elif defined READ_ANYTHING
// WITH --domain=0,1,2
int main(void) {
    unsigned char bytes[2] = {9, 9};
    ssize_t count = read(0, bytes, 2);
    assert(count >= 0 && count <= 2);
    assert(count == 2 || bytes[1] == 9);
    assert(count != 0);                  // UNSAFE: assertion failed
    assert(count != 1 || bytes[0] != 2); // UNSAFE: assertion failed
    assert(count != 2);                  // UNSAFE: assertion failed
    return 0;
}
#elif defined WRITE_ALL
int main(void) {
    int descriptor = open("file", O_WRONLY);
    assert(write(1, "ab", 2) == 2 && write(2, "", 0) == 0); // SAFE
    if (descriptor >= 0)
        assert(write(descriptor, "abc", 3) == 3 && fsync(descriptor) == 0 && close(descriptor) == 0 && close(descriptor) == -1);
    return 0;
}
#elif defined POSITIONS
int main(void) {
    assert(lseek(0, 5, SEEK_SET) == 5 && lseek(0, 0, SEEK_END) >= 0 && lseek(0, 0, SEEK_CUR) >= 0); // SAFE
    assert(lseek(0, -1, SEEK_SET) == -1 && errno == EINVAL && lseek(0, 0, 7) == -1);
    return 0;
}
#elif defined FLAGS
int main(void) {
    assert(fcntl(0, F_GETFL) == 0 && fcntl(0, F_SETFL, O_NONBLOCK) == 0 && fcntl(0, F_SETFD, FD_CLOEXEC) == 0); // SAFE
    return 0;
}
#elif defined LOCKS
int main(void) {
    struct flock lock = {0};
    return fcntl(0, F_SETLK, &lock); // UNSUPPORTED: fcntl
}
#elif defined PIPE
int main(void) {
    int ends[2];
    return pipe(ends); // UNSUPPORTED: pipe: communication through descriptors is not modelled
}
#elif defined SELECT_AS_A_SLEEP
int main(void) {
    struct timeval time = {1, 0};
    assert(select(0, 0, 0, 0, &time) == 0); // SAFE
    return 0;
}
#elif defined SELECT
int main(void) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    return select(1, &set, 0, 0, 0); // UNSUPPORTED: select: waiting for descriptors is not modelled
}
#elif defined REDIRECTED_OUTPUT
int main(void) {
    return dup2(0, 1); // UNSUPPORTED: dup2: redirecting the output
}
#elif defined FILES_BY_NAME
int main(void) {
    int first = access("file", R_OK), second = access("file", R_OK);
    assert((first == 0 || errno == ENOENT) && first >= -1 && first <= 0);
    assert(first == 0);     // UNSAFE: assertion failed
    assert(second == 0);    // UNSAFE: assertion failed
    assert(unlink("a") == -1); // UNSAFE: assertion failed
    return 0;
}
#elif defined TERMINAL
int main(void) {
    int terminal = isatty(0);
    assert(terminal == 1 || errno == ENOTTY);
    assert(terminal == 1); // UNSAFE: assertion failed
    assert(terminal == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined CLOSED_OUTPUT
int main(void) {
    assert(close(1) == 0 && write(1, "x", 1) == -1 && errno == EBADF && write(2, "x", 1) == 1); // SAFE
    errno = 0;
    assert(close(2) == 0 && write(2, "x", 1) == -1 && errno == EBADF && dup2(1, 1) == -1);
    return 0;
}
#elif defined ONTO_ITSELF
int main(void) {
    assert(dup2(1, 1) == 1 && dup2(2, 2) == 2 && dup2(0, 0) == 0 && dup2(7, 7) == -1 && errno == EBADF); // SAFE
    return 0;
}
#elif defined MASK
#include <sys/stat.h>
int main(void) {
    assert(umask(0) == 022 && umask(01077) == 0 && umask(022) == 077 && umask(022) == 022); // SAFE
    return 0;
}
#elif defined WRITTEN_BEYOND_THE_END
int main(void) {
    char bytes[2] = "";
    int descriptor = open("file", O_WRONLY);
    if (descriptor >= 0)
        write(descriptor, bytes, 3); // UNSAFE: out of bounds
    return 0;
}
#elif defined TWO_READ_INTO_ONE_BUFFER
// WITH --races --domain=1
#include <pthread.h>
static char byte;
static void *work(void *unused) {
    read(0, &byte, 1); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    read(0, &byte, 1); // RACE
    return 0;
}
#endif
