/* descriptors, files and identities: less common functions, and glibc's names with 64 and with a prefix */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int __open_2(const char *name, int flags);
int __open64_2(const char *name, int flags);
ssize_t __pread_chk(int descriptor, void *data, size_t count, long offset, size_t object);
ssize_t __pread64_chk(int descriptor, void *data, size_t count, long long offset, size_t object);
int __fcntl_time64(int descriptor, int command, ...);
int __poll_chk(void *descriptors, unsigned long count, int timeout, size_t object);
int __select64(int count, void *reading, void *writing, void *exceptions, void *timeout);
int __xstat(int version, const char *name, struct stat *status);
int __lxstat(int version, const char *name, struct stat *status);
int __fxstat(int version, int descriptor, struct stat *status);
int __xstat64(int version, const char *name, struct stat64 *status);
int __lxstat64(int version, const char *name, struct stat64 *status);
int __fxstat64(int version, int descriptor, struct stat64 *status);
int __posix_getopt(int count, char *const arguments[], const char *letters);

static _Bool opened(int descriptor) {
    if (descriptor < 0)
        return errno == ENOENT;
    return descriptor == 3 && close(descriptor) == 0;
}

#if defined OPENED
int main(void) {
    char pattern[] = "fileXXXXXX";
    assert(opened(open64("a", O_RDONLY)) && opened(__open_2("a", O_RDONLY)) && opened(__open64_2("a", O_RDONLY))); // SAFE
    assert(opened(openat(AT_FDCWD, "a", O_RDONLY)) && opened(openat64(AT_FDCWD, "a", O_RDONLY)) && opened(creat64("a", 0600)));
    assert(opened(mkstemp(pattern)) && opened(mkstemp64(pattern)));
    return 0;
}
#elif defined READ_AND_WRITTEN
int main(void) {
    char byte;
    assert(pread(0, &byte, 1, 0) <= 1 && pread64(0, &byte, 1, 0) <= 1 && __pread_chk(0, &byte, 1, 0, 1) <= 1); // SAFE
    assert(__pread64_chk(0, &byte, 1, 0, 1) <= 1 && pwrite(1, "a", 1, 0) == 1 && pwrite64(1, "a", 1, 0) == 1 && lseek64(0, 5, SEEK_SET) == 5);
    assert(fcntl64(0, F_GETFL) == 0 && __fcntl_time64(0, F_GETFL) == 0 && fdatasync(1) == 0 && ftruncate64(1, 0) == 0);
    assert(poll(NULL, 0, 5) == 0 && __poll_chk(NULL, 0, 5, 0) == 0 && __select64(0, 0, 0, 0, 0) == 0 && umask(0) == 022);
    sync();
    return 0;
}
#elif defined READ_TOO_MUCH
int main(void) {
    char byte;
    return __pread_chk(0, &byte, 2, 0, 1) > 2; // UNSAFE: read: size is larger than the buffer (buffer overflow)
}
#elif defined BY_NAME
static _Bool either(int result) { return result == 0 || (result == -1 && errno == ENOENT); }
int main(void) {
    assert(either(remove("a")) && either(rename("a", "b")) && either(link("a", "b")) && either(symlink("a", "b"))); // SAFE
    assert(either(mkdir("a", 0700)) && either(rmdir("a")) && either(chdir("a")) && either(chmod("a", 0600)) && either(truncate("a", 0)));
    return 0;
}
#elif defined CONTROL
int main(void) {
    return ioctl(0, 5); // UNSUPPORTED: ioctl is not modelled
}
#elif defined PIPE
int main(void) {
    int ends[2];
    return pipe2(ends, 0); // UNSUPPORTED: pipe: communication through descriptors is not modelled
}
#elif defined EVENTS
int main(void) {
    return eventfd(0, 0); // UNSUPPORTED: eventfd: communication through descriptors is not modelled
}
#elif defined POLL
int main(void) {
    struct pollfd one = {0, POLLIN, 0};
    return poll(&one, 1, 5); // UNSUPPORTED: poll: waiting for descriptors is not modelled
}
#elif defined STATUS
int main(void) {
    struct stat status;
    struct stat64 wide;
    assert(lstat("a", &status) == 0 || errno == ENOENT); // SAFE
    assert(stat64("a", &wide) == 0 || errno == ENOENT);
    assert(fstat64(0, &wide) == 0 && S_ISREG(wide.st_mode));
    assert(__fxstat(1, 0, &status) == 0 && __fxstat64(1, 0, &wide) == 0);
    assert(__xstat(1, "a", &status) <= 0 && __lxstat(1, "a", &status) <= 0);
    return 0;
}
#elif defined OLD_STATUS_WITH_64_BITS
int main(void) {
    struct stat64 wide;
    assert(__xstat64(1, "a", &wide) <= 0 && __lxstat64(1, "a", &wide) <= 0); // SAFE
    return 0;
}
#elif defined IDENTITY
int main(void) {
    assert(getpgid(0) == getpid() && getsid(0) == getpid() && seteuid(getuid()) == 0 && setegid(0) == -1 && errno == EPERM); // SAFE
    assert(get_nprocs_conf() == get_nprocs() && get_phys_pages() > 0 && get_avphys_pages() > 0);
    struct rlimit64 limit;
    assert(getrlimit64(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM64_INFINITY && setrlimit64(RLIMIT_STACK, &limit) == 0);
    assert(getpriority(PRIO_PROCESS, 0) == 0 && setpriority(PRIO_PROCESS, 0, 5) == 0 && nice(5) == 0);
    return 0;
}
#elif defined MEMORY
int main(void) {
    char *memory = mmap64(0, 64, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(memory != MAP_FAILED && posix_madvise(memory, 64, POSIX_MADV_NORMAL) == 0 && msync(memory, 64, MS_SYNC) == 0); // SAFE
    assert(mlockall(MCL_CURRENT) == 0 && munlockall() == 0 && munmap(memory, 64) == 0 && shm_unlink("a") == 0);
    return 0;
}
#elif defined REMAPPED
int main(void) {
    return mremap(0, 5, 5, 0) == 0; // UNSUPPORTED: mremap is not modelled
}
#elif defined BREAK
int main(void) {
    return brk(0); // UNSUPPORTED: brk is not modelled
}
#elif defined SHARED_MEMORY
int main(void) {
    return shm_open("a", O_RDWR, 0600); // UNSUPPORTED: shm_open: memory shared with other processes is not modelled
}
#elif defined POSIX_OPTIONS
int main(void) {
    char *arguments[] = {"program", "-a", "other", "-b", NULL};
    assert(__posix_getopt(4, arguments, "ab") == 'a' && __posix_getopt(4, arguments, "ab") == -1 && optind == 2); // SAFE
    return 0;
}
#endif
