/* Made by unspool. Real threads for a program that is written as C: the machine decides when which of them runs.
   No header of the system is included, so that no name of the program clashes with the library's. */

int unspool_pthread_create(unsigned long *, const void *, void *(*)(void *), void *) __asm__("pthread_create");
int unspool_pthread_detach(unsigned long) __asm__("pthread_detach");
void unspool_pthread_exit(void *) __asm__("pthread_exit") __attribute__((noreturn));
int unspool_sched_yield(void) __asm__("sched_yield");
void unspool_process_exit(int) __asm__("exit") __attribute__((noreturn));
void unspool_process_abort(void) __asm__("abort") __attribute__((noreturn));
long unspool_write(int, const void *, __SIZE_TYPE__) __asm__("write");
long unspool_time(long *) __asm__("time");
void *unspool_malloc(__SIZE_TYPE__) __asm__("malloc");

#define unspool_exit(status) unspool_process_exit(status)
#define unspool_abort() unspool_process_abort()

__attribute__((unused)) static void unspool_say(int stream, const char *text)
{
    __SIZE_TYPE__ size = __builtin_strlen(text);
    if (unspool_write(stream, text, size) < 0)
        unspool_process_exit(3);
}
__attribute__((unused)) static void unspool_output_byte(int stream, int byte)
{
    unsigned char value = (unsigned char)byte;
    if (unspool_write(stream, &value, 1) < 0)
        unspool_process_exit(3);
}
#define unspool_output(stream, byte) unspool_output_byte(stream, byte)

/* A failed assertion ends the program as C's `assert` does. A run that does not count ends with status 4, one that cannot go on as the
   program says with status 3. */
__attribute__((noreturn, unused)) static void unspool_fails(const char *text)
{
    unspool_say(2, text);
    unspool_say(2, "\n");
    unspool_process_abort();
}
__attribute__((noreturn, unused)) static void unspool_stops(const char *text, int status)
{
    unspool_say(2, text);
    unspool_say(2, "\n");
    unspool_process_exit(status);
}
#define unspool_assert(condition, text) ((condition) ? (void)0 : unspool_fails(text))
#define unspool_assume(condition) ((condition) ? (void)0 : unspool_stops("an assumption does not hold", 4))
#define unspool_unexpected(what) unspool_stops("unsupported: " what, 3)

/* Inputs: a different sequence in each thread. */
static __thread unsigned long long unspool_random_state;
__attribute__((unused)) static unsigned long long unspool_random(void)
{
    if (unspool_random_state == 0)
        unspool_random_state = (unsigned long long)unspool_time(0) ^ (unsigned long long)(__UINTPTR_TYPE__)&unspool_random_state;
    unspool_random_state = unspool_random_state * 6364136223846793005ull + 1442695040888963407ull;
    return unspool_random_state >> 32 | unspool_random_state << 32;
}
#define unspool_nondet_i8() ((signed char)unspool_random())
#define unspool_nondet_u8() ((unsigned char)unspool_random())
#define unspool_nondet_i16() ((short)unspool_random())
#define unspool_nondet_u16() ((unsigned short)unspool_random())
#define unspool_nondet_i32() ((int)unspool_random())
#define unspool_nondet_u32() ((unsigned int)unspool_random())
#define unspool_nondet_i64() ((long long)unspool_random())
#define unspool_nondet_u64() unspool_random()

/* One lock for all atomic sections. A section inside of another is a part of it. */
static int unspool_section;
static __thread int unspool_depth;
__attribute__((unused)) static void unspool_enter(void)
{
    if (unspool_depth++ == 0)
        while (__atomic_exchange_n(&unspool_section, 1, __ATOMIC_SEQ_CST))
            unspool_sched_yield();
}
__attribute__((unused)) static void unspool_leave(void)
{
    if (--unspool_depth == 0)
        __atomic_store_n(&unspool_section, 0, __ATOMIC_SEQ_CST);
}
#define unspool_atomic_begin() unspool_enter()
#define unspool_atomic_end() unspool_leave()
/* A section whose wait is in vain is left, and begun again later. What it did before that must be loads only, and its begin must stand
   in the same function. */
__attribute__((unused)) static void unspool_wait(int depth)
{
    if (unspool_depth != depth)
        unspool_stops("unsupported: a wait in a section of the caller", 3);
    unspool_depth = 0;
    __atomic_store_n(&unspool_section, 0, __ATOMIC_SEQ_CST);
    unspool_sched_yield();
}

/* Threads are numbered in the order of their creation; the first one is 0. */
#define UNSPOOL_THREADS 65536
static int unspool_threads = 1;
static _Bool unspool_ended[UNSPOOL_THREADS];
static __thread int unspool_number;
static void unspool_set_thread_locals(void);
struct unspool_started {
    void (*start)(void *);
    int number;
    unsigned char arguments[] __attribute__((aligned(16)));
};
__attribute__((noreturn, unused)) static void unspool_thread_ends(void)
{
    __atomic_store_n(&unspool_ended[unspool_number], 1, __ATOMIC_SEQ_CST);
    unspool_pthread_exit(0);
}
__attribute__((unused)) static void *unspool_thread(void *all)
{
    struct unspool_started *started = all;
    unspool_number = started->number;
    unspool_set_thread_locals();
    started->start(started->arguments);
    unspool_thread_ends();
}
__attribute__((unused)) static int unspool_create(void (*start)(void *), const void *arguments, __SIZE_TYPE__ size)
{
    struct unspool_started *started = unspool_malloc(sizeof *started + size);
    unsigned long handle;
    if (started == 0)
        unspool_stops("no memory for a thread", 3);
    started->start = start;
    started->number = __atomic_fetch_add(&unspool_threads, 1, __ATOMIC_SEQ_CST);
    if (started->number >= UNSPOOL_THREADS)
        unspool_stops("too many threads", 3);
    int number = started->number;
    __builtin_memcpy(started->arguments, arguments, size);
    if (unspool_pthread_create(&handle, 0, unspool_thread, started) != 0)
        unspool_stops("a thread cannot be created", 3);
    unspool_pthread_detach(handle);
    return number;
}
#define unspool_spawn(start, arguments, size) unspool_create(start, arguments, size)
#define unspool_self() unspool_number
#define unspool_finished(thread) unspool_has_ended(thread)
#define unspool_exit_thread() unspool_thread_ends()
__attribute__((unused)) static _Bool unspool_has_ended(int thread)
{
    return thread >= 0 && thread < UNSPOOL_THREADS && __atomic_load_n(&unspool_ended[thread], __ATOMIC_SEQ_CST);
}
