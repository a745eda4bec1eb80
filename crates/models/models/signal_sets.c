/* <signal.h>: sets of signals: sigemptyset, sigaddset, sigismember and their like.

   Exact. Signal s is bit s - 1 of an array of longs; there are 64, of which glibc keeps 32 and 33 to itself and
   refuses them. */

enum { signal_words = 64 / (8 * sizeof(unsigned long)), word_bits = 8 * sizeof(unsigned long) };

/* SIGRTMIN and SIGRTMAX. */
int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

int sigemptyset(unsigned long *set) {
    for (int i = 0; i < signal_words; i++)
        set[i] = 0;
    return 0;
}

int sigfillset(unsigned long *set) {
    for (int i = 0; i < signal_words; i++)
        set[i] = ~0ul;
    set[31 / word_bits] &= ~(1ul << 31 % word_bits);
    set[32 / word_bits] &= ~(1ul << 32 % word_bits);
    return 0;
}

/* False with EINVAL for a number that is no signal's; `internal`: those that glibc keeps to itself count as well. */
static _Bool is_signal(int number, _Bool internal) {
    if (number > 0 && number <= 64 && (internal || (number != 32 && number != 33)))
        return 1;
    *__errno_location() = 22; /* EINVAL */
    return 0;
}

int sigaddset(unsigned long *set, int number) {
    if (!is_signal(number, 0))
        return -1;
    set[(number - 1) / word_bits] |= 1ul << (number - 1) % word_bits;
    return 0;
}

int sigdelset(unsigned long *set, int number) {
    if (!is_signal(number, 0))
        return -1;
    set[(number - 1) / word_bits] &= ~(1ul << (number - 1) % word_bits);
    return 0;
}

int sigismember(const unsigned long *set, int number) {
    if (!is_signal(number, 1))
        return -1;
    return (int)(set[(number - 1) / word_bits] >> (number - 1) % word_bits & 1);
}

int sigisemptyset(const unsigned long *set) {
    for (int i = 0; i < signal_words; i++)
        if (set[i] != 0)
            return 0;
    return 1;
}

int sigandset(unsigned long *set, const unsigned long *left, const unsigned long *right) {
    for (int i = 0; i < signal_words; i++)
        set[i] = left[i] & right[i];
    return 0;
}

int sigorset(unsigned long *set, const unsigned long *left, const unsigned long *right) {
    for (int i = 0; i < signal_words; i++)
        set[i] = left[i] | right[i];
    return 0;
}
