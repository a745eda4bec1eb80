/* <signal.h>: signals that a thread sends to itself: raise, kill, signal, sigaction, sigprocmask.

   A raised signal is handled before raise returns, by a plain call of the handler on the raising thread, with the
   signals of its mask blocked meanwhile. A blocked one stays pending, per thread, until it is unblocked. Without a
   handler its default action is taken.

   The table of actions belongs to the process and is touched in atomic sections only; handlers run outside of them.

   Assumptions:
   - No signal arrives by itself: alarm, timers, other processes, the terminal and faults send none, so a handler that
     only they would call is not explored.
   - A signal whose default action ends the process ends it with status 128 plus its number, as a shell reports it;
     SIGABRT is abort(). A default action that stops the process ends the execution as unsupported.
   - A new thread begins with no signal blocked, whatever its creator's mask.
   - kill: of this process, only to the calling thread. kill of others, sigwait, sigsuspend and their like end the
     execution as unsupported. */

enum { signal_limit = 64, sa_nodefer = 0x40000000, sa_siginfo = 4 };
enum { sa_resethand = (int)0x80000000u };
enum { sigkill = 9, sigstop = 19 };

struct signal_action {
    void (*handler)(int number);
    unsigned long long mask;
    int flags;
};

/* As <signal.h> declares it. */
struct sigaction {
    void (*handler)(int number);
    unsigned long mask[1024 / (8 * sizeof(unsigned long))];
    int flags;
    void (*restorer)(void);
};

static struct signal_action signal_actions[signal_limit + 1];
static _Thread_local unsigned long long blocked_signals;
static _Thread_local unsigned long long pending_signals;

static unsigned long long signal_bit(int number) { return 1ull << (number - 1); }

static unsigned long long bits_of_set(const unsigned long *set) {
    return sizeof(unsigned long) == 8 ? set[0] : (unsigned long long)set[1] << 32 | set[0];
}

static void bits_to_set(unsigned long long bits, unsigned long *set) {
    set[0] = (unsigned long)bits;
    if (sizeof(unsigned long) != 8)
        set[1] = (unsigned long)(bits >> 32);
}

/* False with EINVAL. */
static _Bool is_deliverable(int number) {
    if (number > 0 && number <= signal_limit)
        return 1;
    *__errno_location() = 22; /* EINVAL */
    return 0;
}

static void take_default_action(int number) {
    switch (number) {
    case 17: case 18: case 23: case 28: /* SIGCHLD, SIGCONT, SIGURG, SIGWINCH: nothing */
        return;
    case 19: case 20: case 21: case 22: /* SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU */
        __unspool_unsupported("a signal that stops the process is not modelled");
        return;
    case 6: /* SIGABRT */
        __unspool_abort();
    default:
        __unspool_exit(128 + number);
    }
}

/* Takes the action for a signal that is not blocked. */
static void deliver(int number) {
    __unspool_atomic_begin();
    struct signal_action action = signal_actions[number];
    if (action.flags & sa_resethand)
        signal_actions[number].handler = 0;
    __unspool_atomic_end();
    if (action.handler == 0) { /* SIG_DFL */
        take_default_action(number);
        return;
    }
    if (action.handler == (void (*)(int))1) /* SIG_IGN */
        return;
    unsigned long long before = blocked_signals;
    blocked_signals |= action.mask;
    if (!(action.flags & sa_nodefer))
        blocked_signals |= signal_bit(number);
    if (action.flags & sa_siginfo) {
        int information[32] = {number, 0, -6}; /* si_signo, si_errno, si_code: SI_TKILL */
        ((void (*)(int, void *, void *))action.handler)(number, information, 0);
    } else {
        action.handler(number);
    }
    blocked_signals = before;
}

static void deliver_pending(void) {
    for (int number = 1; number <= signal_limit && (pending_signals & ~blocked_signals) != 0; number++)
        if (pending_signals & ~blocked_signals & signal_bit(number)) {
            pending_signals &= ~signal_bit(number);
            deliver(number);
        }
}

/* Handled, or pending, when this returns. */
int raise(int number) {
    if (!is_deliverable(number))
        return -1;
    if (blocked_signals & signal_bit(number)) {
        pending_signals |= signal_bit(number);
        return 0;
    }
    deliver(number);
    deliver_pending();
    return 0;
}

int gsignal(int number) { return raise(number); }

int kill(int process, int number) {
    if (process != getpid() && process != 0) {
        __unspool_unsupported("kill: other processes are not modelled");
        return -1;
    }
    return number == 0 ? 0 : raise(number);
}

int killpg(int group, int number) {
    __unspool_unsupported("killpg: other processes are not modelled");
    return -1;
}

/* False with EINVAL for a signal whose action cannot be set. */
static _Bool can_be_handled(int number) {
    if (number > 0 && number <= signal_limit && number != sigkill && number != sigstop && number != 32 && number != 33)
        return 1;
    *__errno_location() = 22; /* EINVAL */
    return 0;
}

static void (*set_handler(int number, void (*handler)(int), int flags))(int) {
    if (!can_be_handled(number))
        return (void (*)(int))-1; /* SIG_ERR */
    struct signal_action action = {handler, 0, flags};
    __unspool_atomic_begin();
    void (*before)(int) = signal_actions[number].handler;
    signal_actions[number] = action;
    __unspool_atomic_end();
    return before;
}

typedef void (*signal_handler)(int number);

signal_handler signal(int number, signal_handler handler) { return set_handler(number, handler, 0); }
signal_handler bsd_signal(int number, signal_handler handler) { return set_handler(number, handler, 0); }
signal_handler ssignal(int number, signal_handler handler) { return set_handler(number, handler, 0); }

/* The handler is reset when it is called; what `signal` means in strictly conforming modes. */
signal_handler sysv_signal(int number, signal_handler handler) {
    return set_handler(number, handler, sa_resethand | sa_nodefer);
}

signal_handler __sysv_signal(int number, signal_handler handler) { return sysv_signal(number, handler); }

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict before) {
    struct signal_action fresh = {0, 0, 0};
    if (number <= 0 || number > signal_limit || (action != 0 && !can_be_handled(number))) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    if (action != 0) {
        fresh.handler = action->handler;
        fresh.mask = bits_of_set(action->mask);
        fresh.flags = action->flags;
    }
    __unspool_atomic_begin();
    struct signal_action old = signal_actions[number];
    if (action != 0)
        signal_actions[number] = fresh;
    __unspool_atomic_end();
    if (before != 0) {
        before->handler = old.handler;
        bits_to_set(old.mask, before->mask);
        before->flags = old.flags;
        before->restorer = 0;
    }
    return 0;
}

int siginterrupt(int number, int interrupts) { return can_be_handled(number) ? 0 : -1; }

/* The result is an error number. SIGKILL and SIGSTOP cannot be blocked. Pending signals that no longer are, are handled
   at once. */
int pthread_sigmask(int how, const unsigned long *restrict set, unsigned long *restrict before) {
    unsigned long long bits = set == 0 ? 0 : bits_of_set(set) & ~(signal_bit(sigkill) | signal_bit(sigstop));
    if (before != 0)
        bits_to_set(blocked_signals, before);
    if (set == 0)
        return 0;
    switch (how) {
    case 0: blocked_signals |= bits; break;  /* SIG_BLOCK */
    case 1: blocked_signals &= ~bits; break; /* SIG_UNBLOCK */
    case 2: blocked_signals = bits; break;   /* SIG_SETMASK */
    default: return 22;                      /* EINVAL */
    }
    deliver_pending();
    return 0;
}

int sigprocmask(int how, const unsigned long *restrict set, unsigned long *restrict before) {
    int error = pthread_sigmask(how, set, before);
    if (error == 0)
        return 0;
    *__errno_location() = error;
    return -1;
}

int sigpending(unsigned long *set) {
    bits_to_set(pending_signals, set);
    return 0;
}

/* No signal arrives by itself, so nothing ever rings. */
unsigned alarm(unsigned seconds) { return 0; }
unsigned ualarm(unsigned microseconds, unsigned interval) { return 0; }
int sigaltstack(const void *restrict stack, void *restrict before) { return 0; }

static int no_waiting_for_signals(void) {
    __unspool_unsupported("waiting for signals is not modelled");
    return -1;
}

int sigwait(const unsigned long *restrict set, int *restrict number) { return no_waiting_for_signals(); }
int sigwaitinfo(const unsigned long *restrict set, void *restrict information) { return no_waiting_for_signals(); }
int sigsuspend(const unsigned long *set) { return no_waiting_for_signals(); }

int sigtimedwait(const unsigned long *restrict set, void *restrict information, const struct timespec *restrict timeout) {
    return no_waiting_for_signals();
}

int __sigtimedwait64(const unsigned long *restrict set, void *restrict information, const void *restrict timeout) {
    return no_waiting_for_signals();
}
