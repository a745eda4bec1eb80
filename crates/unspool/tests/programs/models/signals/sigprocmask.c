/* sigprocmask, pthread_sigmask, sigpending: per thread; a blocked signal waits */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static int handled;
static void handler(int number) { handled++; }
static sigset_t set, before, pending;

#if defined WAITS_UNTIL_UNBLOCKED
int main(void) {
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    assert(sigprocmask(SIG_BLOCK, &set, &before) == 0 && !sigismember(&before, SIGUSR1)); // SAFE
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(handled == 0 && sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 1);
    assert(sigprocmask(SIG_UNBLOCK, &set, &before) == 0 && handled == 1 && sigismember(&before, SIGUSR1) == 1);
    assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1) == 0);
    return 0;
}
#elif defined SET_AND_ASK
int main(void) {
    sigfillset(&set);
    assert(pthread_sigmask(SIG_SETMASK, &set, NULL) == 0 && pthread_sigmask(77, NULL, &before) == 0); // SAFE
    assert(sigismember(&before, SIGINT) == 1 && sigismember(&before, SIGKILL) == 0 && sigismember(&before, SIGSTOP) == 0);
    assert(sigismember(&before, SIGRTMAX) == 1);
    assert(pthread_sigmask(77, &set, NULL) == EINVAL && sigprocmask(77, &set, NULL) == -1 && errno == EINVAL);
    return 0;
}
#elif defined PER_THREAD
static void *work(void *unused) {
    raise(SIGUSR1);
    return 0;
}
int main(void) {
    pthread_t other;
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_create(&other, 0, work, 0);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_join(other, 0);
    assert(handled == 1); // SAFE
    return 0;
}
#elif defined WAITING
int main(void) {
    int number;
    sigemptyset(&set);
    sigwait(&set, &number); // UNSUPPORTED: waiting for signals is not modelled
    return 0;
}
#elif defined SUSPENDED
int main(void) {
    sigemptyset(&set);
    sigsuspend(&set); // UNSUPPORTED: waiting for signals is not modelled
    return 0;
}
#endif
