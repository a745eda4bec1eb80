/* sysconf, getpagesize, gethostname, getcwd, uname, getrlimit */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined MACHINE
int main(void) {
    assert(sysconf(_SC_PAGESIZE) == getpagesize() && sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_CLK_TCK) == 100); // SAFE
    assert(sysconf(_SC_NPROCESSORS_CONF) == get_nprocs() && sysconf(_SC_OPEN_MAX) == getdtablesize() && sysconf(_SC_THREADS) > 0);
    assert(sysconf(_SC_THREAD_THREADS_MAX) == -1 && sysconf(_SC_THREAD_KEYS_MAX) == 1024 && sysconf(_SC_MONOTONIC_CLOCK) > 0);
    assert(sysconf(_SC_SPIN_LOCKS) > 0 && sysconf(_SC_BARRIERS) > 0 && sysconf(_SC_READER_WRITER_LOCKS) > 0 && sysconf(_SC_HOST_NAME_MAX) == 64);
    assert(sysconf(_SC_LEVEL1_DCACHE_LINESIZE) == 64 && sysconf(_SC_PHYS_PAGES) > 0 && sysconf(_SC_THREAD_STACK_MIN) > 0);
    return 0;
}
#elif defined OTHER_NAMES
int main(void) {
    return sysconf(_SC_BC_BASE_MAX); // UNSUPPORTED: sysconf of a name that is not modelled
}
#elif defined TEXTS
int main(void) {
    char name[16], small[2];
    struct utsname system;
    assert(gethostname(name, sizeof name) == 0 && strcmp(name, "localhost") == 0); // SAFE
    assert(gethostname(small, sizeof small) == -1 && errno == ENAMETOOLONG);
    assert(getcwd(name, sizeof name) == name && strcmp(name, "/") == 0 && getcwd(name, 1) == NULL && errno == ERANGE);
    char *allocated = getcwd(NULL, 0);
    assert(strcmp(allocated, "/") == 0);
    free(allocated);
    assert(uname(&system) == 0 && strcmp(system.sysname, "Linux") == 0 && strcmp(system.machine, "x86_64") == 0);
    return 0;
}
#elif defined LIMITS
int main(void) {
    struct rlimit limit;
    assert(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY && limit.rlim_max == RLIM_INFINITY); // SAFE
    assert(setrlimit(RLIMIT_CORE, &limit) == 0 && getrlimit(99, &limit) == -1 && errno == EINVAL);
    return 0;
}
#endif
