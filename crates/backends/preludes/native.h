/* No verifier at all: the program executes itself, with random inputs.

       program [--runs N] [--seed S] [--seconds T]

   Each run executes it once, in a child process. A run whose execution meets an assumption that does not hold goes back a little: the inputs up to
   some place are drawn again as they were, those behind it anew, as often as UNSPOOL_ATTEMPTS says. The first violation ends all: it is told with its
   seed, which repeats it (--seed S --runs 1), and the exit status is 1. No violation is status 0, and proves nothing.

   The functions of the library that this needs have names of their own here, so that the program can use all names. */
#define UNSPOOL_TEXT(name) #name
#define UNSPOOL_WORD(name) UNSPOOL_TEXT(name)
#define UNSPOOL_LIBRARY(name) __asm__(UNSPOOL_WORD(__USER_LABEL_PREFIX__) #name)
extern int unspool_fork(void) UNSPOOL_LIBRARY(fork);
extern int unspool_waitpid(int, int *, int) UNSPOOL_LIBRARY(waitpid);
extern int unspool_pipe(int *) UNSPOOL_LIBRARY(pipe);
extern long unspool_read(int, void *, __SIZE_TYPE__) UNSPOOL_LIBRARY(read);
extern long unspool_write(int, const void *, __SIZE_TYPE__) UNSPOOL_LIBRARY(write);
extern int unspool_close(int) UNSPOOL_LIBRARY(close);
extern unsigned unspool_alarm(unsigned) UNSPOOL_LIBRARY(alarm);
extern long unspool_clock(void *) UNSPOOL_LIBRARY(time);
extern void unspool_leave(int) UNSPOOL_LIBRARY(_exit) __attribute__((__noreturn__));
extern int unspool_print(int, const char *, ...) UNSPOOL_LIBRARY(dprintf) __attribute__((__format__(__printf__, 2, 3)));
extern unsigned long long unspool_number(const char *, char **, int) UNSPOOL_LIBRARY(strtoull);
extern int unspool_compare(const char *, const char *) UNSPOOL_LIBRARY(strcmp);

enum { UNSPOOL_COMPLETED = 0, UNSPOOL_VIOLATED = 1, UNSPOOL_NOT_CONSIDERED = 2, UNSPOOL_ATTEMPTS = 2000, UNSPOOL_SECONDS_OF_A_RUN = 10 };

/* From input `from` on, inputs are those of attempt `attempt`, up to the next entry. */
static struct { unsigned from, attempt; } unspool_inputs_of[UNSPOOL_ATTEMPTS + 1];
static unsigned unspool_entries, unspool_entry, unspool_drawn;
static unsigned long long unspool_seed;
static int unspool_to_parent;

static inline unsigned long long unspool_mixed(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Small numbers are as likely as large ones, and some are negative. */
static inline unsigned long long unspool_draw(unsigned bits)
{
    while (unspool_entry + 1 < unspool_entries && unspool_inputs_of[unspool_entry + 1].from <= unspool_drawn)
        unspool_entry++;
    unsigned long long state = unspool_mixed(unspool_seed ^ unspool_mixed(unspool_inputs_of[unspool_entry].attempt));
    state = unspool_mixed(state ^ unspool_mixed(unspool_drawn++));
    unsigned width = (unsigned)(state % (bits + 1));
    unsigned long long value = width < 64 ? unspool_mixed(state) & ((1ull << width) - 1) : unspool_mixed(state);
    return state >> 61 ? value : ~value;
}

static inline __attribute__((__noreturn__)) void unspool_not_considered(void)
{
    unspool_leave(unspool_write(unspool_to_parent, &unspool_drawn, sizeof unspool_drawn) < 0 ? 3 : UNSPOOL_NOT_CONSIDERED);
}

static inline __attribute__((__noreturn__)) void unspool_violated(const char *text)
{
    unspool_print(1, "unspool: violated: %s\n", text);
    unspool_leave(UNSPOOL_VIOLATED);
}

#define unspool_assume(c) ((c) ? (void)0 : unspool_not_considered())
#define unspool_assert(c, text) ((c) ? (void)0 : unspool_violated(text))
#define unspool_exit(status) ((void)(status), unspool_leave(UNSPOOL_COMPLETED))
#define unspool_abort() unspool_leave(UNSPOOL_COMPLETED)
#define unspool_nondet_bool() ((_Bool)(unspool_draw(1) & 1))
#define unspool_nondet_i8() ((signed char)unspool_draw(8))
#define unspool_nondet_u8() ((unsigned char)unspool_draw(8))
#define unspool_nondet_i16() ((short)unspool_draw(16))
#define unspool_nondet_u16() ((unsigned short)unspool_draw(16))
#define unspool_nondet_i32() ((int)unspool_draw(32))
#define unspool_nondet_u32() ((unsigned)unspool_draw(32))
#define unspool_nondet_i64() ((long long)unspool_draw(64))
#define unspool_nondet_u64() unspool_draw(64)
#define unspool_nondet_f32() ((union { unsigned bits; float value; }){ unspool_nondet_u32() }.value)
#define unspool_nondet_f64() ((union { unsigned long long bits; double value; }){ unspool_nondet_u64() }.value)

int unspool_execution(void);

/* How one execution ends, and how many inputs it has drawn if it was not considered. */
static inline int unspool_attempt(unsigned *drawn)
{
    int ends[2], status = 0;
    if (unspool_pipe(ends) != 0)
        return -1;
    int child = unspool_fork();
    if (child == 0) {
        unspool_close(ends[0]);
        unspool_to_parent = ends[1];
        unspool_alarm(UNSPOOL_SECONDS_OF_A_RUN);
        unspool_execution();
        unspool_leave(UNSPOOL_COMPLETED);
    }
    unspool_close(ends[1]);
    *drawn = 0;
    int was_told = child > 0 && unspool_read(ends[0], drawn, sizeof *drawn) == sizeof *drawn;
    unspool_close(ends[0]);
    if (child < 0 || unspool_waitpid(child, &status, 0) != child)
        return -1;
    if ((status & 0x7f) != 0 || (!was_told && status >> 8 == UNSPOOL_NOT_CONSIDERED))
        return 3;
    return status >> 8 & 0xff;
}

/* Draws anew from some place near the end on: the last input, or if that was in vain for long, earlier ones. */
static inline void unspool_go_back(unsigned drawn, unsigned attempt, unsigned in_vain)
{
    unsigned long long random = unspool_mixed(unspool_seed + attempt);
    unsigned back = in_vain % 64 == 63 ? 2 + (unsigned)(random % (in_vain / 32)) : 1;
    unsigned from = back < drawn ? drawn - back : 0;
    while (unspool_entries > 0 && unspool_inputs_of[unspool_entries - 1].from >= from)
        unspool_entries--;
    unspool_inputs_of[unspool_entries].from = from;
    unspool_inputs_of[unspool_entries].attempt = attempt;
    unspool_entries++;
}

static inline int unspool_run(unsigned long long seed)
{
    unspool_seed = seed;
    unspool_entries = 1;
    unspool_inputs_of[0].from = unspool_inputs_of[0].attempt = 0;
    unsigned drawn, most_drawn = 0, in_vain = 0;
    for (unsigned attempt = 1; attempt < UNSPOOL_ATTEMPTS; attempt++) {
        int end = unspool_attempt(&drawn);
        if (end != UNSPOOL_NOT_CONSIDERED || drawn == 0)
            return end;
        in_vain = drawn > most_drawn ? 0 : in_vain + 1;
        most_drawn = drawn > most_drawn ? drawn : most_drawn;
        unspool_go_back(drawn, attempt, in_vain);
    }
    return UNSPOOL_NOT_CONSIDERED;
}

int main(int count, char **words)
{
    unsigned long long runs = 1000, seed = 1, seconds = 0, ends[4] = { 0, 0, 0, 0 };
    for (int i = 1; i < count; i++) {
        unsigned long long *option = unspool_compare(words[i], "--runs") == 0      ? &runs
                                     : unspool_compare(words[i], "--seed") == 0    ? &seed
                                     : unspool_compare(words[i], "--seconds") == 0 ? &seconds
                                                                                   : 0;
        char *end = 0;
        if (option && i + 1 < count)
            *option = unspool_number(words[++i], &end, 10);
        if (!end || end == words[i] || *end) {
            unspool_print(2, "usage: %s [--runs N] [--seed S] [--seconds T]\n", words[0]);
            return 2;
        }
    }
    long begin = unspool_clock(0);
    for (unsigned long long run = 0; run < runs; run++) {
        if (seconds != 0 && unspool_clock(0) - begin >= (long)seconds)
            break;
        int end = unspool_run(seed + run);
        if (end < 0 || end > 3) {
            unspool_print(2, "unspool: cannot start a process\n");
            return 2;
        }
        if (end == UNSPOOL_VIOLATED) {
            unspool_print(1, "unspool: again with: --seed %llu --runs 1\n", seed + run);
            return 1;
        }
        ends[end]++;
    }
    unspool_print(1, "unspool: no violation: %llu runs completed, %llu were not considered, %llu broke off\n", ends[0], ends[2], ends[3]);
    return 0;
}

#define main unspool_execution
