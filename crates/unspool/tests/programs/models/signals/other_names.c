/* less common functions on signals, and older names of the common ones */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int handled;
static void handler(int number) { handled++; }
typedef void (*handler_type)(int);
handler_type __sysv_signal(int number, handler_type handler);
handler_type bsd_signal(int number, handler_type handler);
int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
int __sigtimedwait64(const sigset_t *set, siginfo_t *information, const void *timeout);

#if defined HANDLERS
int main(void) {
    assert(bsd_signal(SIGUSR1, handler) == SIG_DFL && ssignal(SIGUSR1, handler) == handler && gsignal(SIGUSR1) == 0 && handled == 1); // SAFE
    assert(sysv_signal(SIGUSR1, handler) == handler && raise(SIGUSR1) == 0 && handled == 2 && signal(SIGUSR1, SIG_IGN) == SIG_DFL);
    assert(__sysv_signal(SIGUSR2, handler) == SIG_DFL && raise(SIGUSR2) == 0 && signal(SIGUSR2, SIG_IGN) == SIG_DFL);
    assert(siginterrupt(SIGUSR1, 1) == 0 && siginterrupt(SIGKILL, 1) == -1 && ualarm(5, 5) == 0 && sigaltstack(NULL, NULL) == 0);
    return 0;
}
#elif defined SETS
int main(void) {
    sigset_t empty, one, both;
    sigemptyset(&empty);
    sigemptyset(&one);
    sigaddset(&one, SIGHUP);
    assert(sigisemptyset(&empty) && !sigisemptyset(&one)); // SAFE
    assert(sigorset(&both, &one, &empty) == 0 && sigismember(&both, SIGHUP) && sigandset(&both, &one, &empty) == 0 && sigisemptyset(&both));
    assert(__libc_current_sigrtmin() == 34 && __libc_current_sigrtmax() == 64);
    return 0;
}
#elif defined GROUP
int main(void) {
    return killpg(1, SIGTERM); // UNSUPPORTED: killpg: other processes are not modelled
}
#elif defined WAIT_INFORMED
int main(void) {
    sigset_t set;
    return sigwaitinfo(&set, NULL); // UNSUPPORTED: waiting for signals is not modelled
}
#elif defined WAIT_TIMED
int main(void) {
    sigset_t set;
    return sigtimedwait(&set, NULL, NULL); // UNSUPPORTED: waiting for signals is not modelled
}
#elif defined WAIT_TIMED_64
int main(void) {
    sigset_t set;
    return __sigtimedwait64(&set, NULL, NULL); // UNSUPPORTED: waiting for signals is not modelled
}
#endif
