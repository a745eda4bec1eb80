/* getpid, getppid, gettid, getuid, setuid, syscall: one process, never the same number for two threads */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined NUMBERS
int main(void) {
    assert(getpid() > 0 && getpid() == getpid() && getppid() > 0 && getppid() != getpid() && gettid() == getpid()); // SAFE
    assert(getuid() == geteuid() && getgid() == getegid() && getuid() != 0 && getpgrp() == getpid());
    assert(setuid(getuid()) == 0 && setuid(0) == -1 && errno == EPERM && setgid(0) == -1);
    return 0;
}
#elif defined THREADS
static pid_t theirs;
static void *work(void *unused) {
    theirs = gettid();
    assert(getpid() != theirs);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(theirs != gettid() && theirs > 0); // SAFE
    return 0;
}
#elif defined SYSTEM_CALLS
int main(void) {
    assert(syscall(SYS_gettid) == gettid() && syscall(SYS_getpid) == getpid() && syscall(SYS_getppid) == getppid()); // SAFE
    return 0;
}
#elif defined OTHER_SYSTEM_CALLS
int main(void) {
    return syscall(SYS_sync); // UNSUPPORTED: syscall
}
#endif
