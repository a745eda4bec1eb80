/* signals that a program sends to itself, sets of signals; at last one ends the process */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int depth;

static void plain(int number) {
    depth++;
    printf("%d at depth %d\n", number, depth);
    if (number == SIGUSR1 && depth == 1)
        raise(SIGUSR2);
    if (number == SIGUSR2 && depth <= 2)
        raise(SIGUSR2); /* blocked until this one has returned */
    depth--;
}

static void informed(int number, siginfo_t *information, void *context) {
    printf("%d informed of %d\n", number, information->si_signo);
}

int main(void) {
    sigset_t set, other, pending;
    struct sigaction action;
    int all = 0;
    setvbuf(stdout, NULL, _IONBF, 0);

    sigemptyset(&set);
    printf("%d\n", sigismember(&set, SIGINT));
    printf("%d\n", sigaddset(&set, SIGINT));
    printf("%d\n", sigismember(&set, SIGINT));
    printf("%d\n", sigdelset(&set, SIGINT));
    printf("%d\n", sigismember(&set, SIGINT));
    printf("%d\n", sigaddset(&set, 0));
    printf("%d\n", errno == EINVAL);
    printf("%d %d %d\n", sigaddset(&set, 65), sigismember(&set, -1), sigaddset(&set, 64));
    sigfillset(&other);
    for (int number = 1; number <= 64; number++)
        all += sigismember(&other, number);
    printf("%d\n", all);

    memset(&action, 0, sizeof action);
    action.sa_handler = plain;
    sigaction(SIGUSR1, &action, NULL);
    action.sa_flags = SA_RESETHAND;
    sigaction(SIGHUP, &action, NULL);
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = informed;
    sigaction(SIGCONT, &action, NULL);
    signal(SIGUSR2, SIG_IGN);
    printf("%d\n", signal(SIGUSR2, SIG_IGN) == SIG_IGN);
    raise(SIGUSR2);
    raise(SIGCHLD);
    raise(SIGHUP);
    sigaction(SIGHUP, NULL, &action);
    printf("%d\n", action.sa_handler == SIG_DFL);
    raise(SIGCONT);
    raise(SIGUSR1);

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &other);
    printf("%d\n", sigismember(&other, SIGUSR1));
    kill(getpid(), SIGUSR1);
    sigpending(&pending);
    printf("%d pending\n", sigismember(&pending, SIGUSR1));
    sigprocmask(SIG_SETMASK, &other, NULL);
    printf("%d %d\n", raise(77), signal(SIGKILL, plain) == SIG_ERR);
    raise(SIGTERM);
    puts("not reached");
    return 0;
}
