/* raise, kill, signal: the handler runs before raise returns */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static int handled, times;
static void handler(int number) {
    handled = number;
    times++;
}

#if defined HANDLED
int main(void) {
    assert(signal(SIGUSR1, handler) == SIG_DFL); // SAFE
    assert(raise(SIGUSR1) == 0 && handled == SIGUSR1 && times == 1);
    assert(kill(getpid(), SIGUSR1) == 0 && times == 2 && kill(getpid(), 0) == 0 && times == 2);
    assert(signal(SIGUSR1, SIG_IGN) == handler && raise(SIGUSR1) == 0 && times == 2);
    return 0;
}
#elif defined IGNORED_BY_DEFAULT
int main(void) {
    assert(raise(SIGCHLD) == 0 && raise(SIGURG) == 0 && raise(SIGWINCH) == 0 && raise(SIGCONT) == 0); // SAFE
    return 0;
}
#elif defined NO_SIGNAL
int main(void) {
    assert(raise(0) == -1 && errno == EINVAL && raise(65) == -1); // SAFE
    errno = 0;
    assert(signal(SIGKILL, handler) == SIG_ERR && errno == EINVAL && signal(0, handler) == SIG_ERR && signal(SIGSTOP, SIG_IGN) == SIG_ERR);
    return 0;
}
#elif defined STOPS
int main(void) {
    raise(SIGSTOP); // UNSUPPORTED: a signal that stops the process
    return 0;
}
#elif defined OTHER_PROCESS
int main(void) {
    kill(1, SIGTERM); // UNSUPPORTED: kill: other processes are not modelled
    return 0;
}
#elif defined HANDLER_MEETS_OTHER_THREADS
#include <pthread.h>
static void *work(void *unused) {
    times = 5;
    return 0;
}
int main(void) {
    pthread_t other;
    signal(SIGUSR1, handler);
    pthread_create(&other, 0, work, 0);
    raise(SIGUSR1);
    pthread_join(other, 0);
    assert(times == 5 || times == 1 || times == 6);
    assert(times != 1); // UNSAFE: assertion failed
    assert(times != 6); // UNSAFE: assertion failed
    return 0;
}
#endif
