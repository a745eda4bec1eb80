/* sigaction: handlers with information, masks, one-shot handlers */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

static int handled, inner;

#if defined INFORMATION
static void handler(int number, siginfo_t *information, void *context) { handled = number + 100 * information->si_signo; }
int main(void) {
    struct sigaction action = {0}, before;
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    assert(sigaction(SIGUSR1, &action, &before) == 0 && before.sa_handler == SIG_DFL); // SAFE
    raise(SIGUSR1);
    assert(handled == SIGUSR1 * 101);
    assert(sigaction(SIGUSR1, NULL, &before) == 0 && before.sa_sigaction == handler && before.sa_flags == SA_SIGINFO);
    return 0;
}
#elif defined BLOCKED_WHILE_HANDLED
static void other(int number) { inner++; }
static void handler(int number) {
    raise(SIGUSR2);
    assert(inner == 0);
    handled++;
    if (handled == 1)
        raise(SIGUSR1);
    assert(handled == 1 || inner == 0);
}
int main(void) {
    struct sigaction action = {0};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGUSR1, &action, NULL);
    signal(SIGUSR2, other);
    raise(SIGUSR1);
    assert(handled == 2 && inner == 1); // SAFE
    return 0;
}
#elif defined ONCE
static void handler(int number) { handled++; }
int main(void) {
    struct sigaction action = {0}, now;
    action.sa_handler = handler;
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    assert(sigaction(SIGUSR1, NULL, &now) == 0 && now.sa_handler == SIG_DFL && handled == 1); // SAFE
    return 0;
}
#elif defined NOT_DEFERRED
static void handler(int number) {
    if (++handled < 3)
        raise(SIGUSR1);
    inner = handled;
}
int main(void) {
    struct sigaction action = {0};
    action.sa_handler = handler;
    action.sa_flags = SA_NODEFER;
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    assert(handled == 3 && inner == 3); // SAFE
    return 0;
}
#elif defined NOT_POSSIBLE
int main(void) {
    struct sigaction action = {0};
    assert(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL); // SAFE
    assert(sigaction(SIGKILL, NULL, &action) == 0 && sigaction(0, NULL, &action) == -1 && sigaction(65, NULL, &action) == -1);
    return 0;
}
#endif
