/* POSIX threads as such: create, join, detach, exit, and the attributes of a thread to be.

   A handle is the thread's number plus one. Beside what the engine knows (is it finished?) each thread has a record:
   its life (joinable, detached, joined) and its result. Records lie in blocks found by walking from a static first one,
   so that a program with few threads touches only that.

   pthread_create succeeds; of the attributes only the detach state counts. The new thread starts at any time after.
   Joining or detaching a thread that does not exist, is detached or has been joined is undefined in POSIX,
   and reported here. Joining oneself gives EDEADLK. pthread_exit in `main` ends only that thread;
   once `main` has ended so, the last thread to end ends the process, as by exit(0).
   Cancellation, cleanup handlers, timed joins and the `thrd_` names of C11 are not modelled here. */

enum { block_size = 32 };
enum { never_created, joinable, detached, joined };

struct thread_record {
    int life;
    _Bool ended; /* past all it runs of the program's code */
    void *result;
};

struct record_block {
    struct thread_record records[block_size];
    struct record_block *next;
};

/* What a new thread needs to know; owned by it. */
struct launch {
    void *(*start)(void *);
    void *argument;
};

/* Whether `main` has called pthread_exit. Only then is it looked for the last thread, so that in all other programs
   threads that end have nothing to do with each other. */
static _Bool main_has_exited;

static struct record_block first_block = {{{joinable, 0, 0}}, 0}; /* the main thread can be joined */

/* Runs the destructors of thread-specific data; set when the first key is made (pthread_key.c). */
void (*__unspool_run_key_destructors)(void);

/* Null for a handle beyond all blocks. Inside an atomic section only. */
static struct thread_record *record_of(unsigned long handle) {
    struct record_block *block = &first_block;
    if (handle == 0)
        return 0;
    for (handle--; handle >= block_size; handle -= block_size) {
        if (block->next == 0)
            return 0;
        block = block->next;
    }
    return &block->records[handle];
}

/* The record of a thread just spawned: as record_of, but makes the block if need be. */
static struct thread_record *new_record(int thread) {
    struct record_block *block = &first_block;
    for (; thread >= block_size; thread -= block_size) {
        if (block->next == 0) {
            struct record_block *fresh = __unspool_alloc(sizeof(struct record_block));
            for (int i = 0; i < block_size; i++) {
                fresh->records[i].life = never_created;
                fresh->records[i].ended = 0;
                fresh->records[i].result = 0;
            }
            fresh->next = 0;
            block->next = fresh;
        }
        block = block->next;
    }
    return &block->records[thread];
}

__unspool_type_pthread_t pthread_self(void) { return (unsigned long)__unspool_self() + 1; }

int pthread_equal(__unspool_type_pthread_t left, __unspool_type_pthread_t right) { return left == right; }

/* Threads are numbered without gaps, so the first that was never created is behind all. Inside an atomic section only. */
static _Bool all_have_ended(void) {
    for (struct record_block *block = &first_block; block != 0; block = block->next)
        for (int i = 0; i < block_size; i++) {
            if (block->records[i].life == never_created)
                return 1;
            if (!block->records[i].ended)
                return 0;
        }
    return 1;
}

/* Notes that this thread has ended; whether the process ends with it. Inside an atomic section only. */
static _Bool end_of_thread(void *result) {
    int self = __unspool_self();
    struct thread_record *record = record_of((unsigned long)self + 1);
    if (record != 0) {
        record->result = result;
        record->ended = 1;
    }
    if (self == 0)
        main_has_exited = 1;
    return main_has_exited && all_have_ended();
}

_Noreturn void pthread_exit(void *result) {
    _Bool is_last = 0;
    __unspool_atomic_begin();
    void (*run_destructors)(void) = __unspool_run_key_destructors;
    if (run_destructors == 0)
        is_last = end_of_thread(result);
    __unspool_atomic_end();
    if (run_destructors != 0) {
        run_destructors();
        __unspool_atomic_begin();
        is_last = end_of_thread(result);
        __unspool_atomic_end();
    }
    if (is_last)
        exit(0);
    __unspool_exit_thread();
}

static void run_thread(void *argument) {
    __unspool_atomic_begin();
    struct launch *launch = argument;
    void *(*start)(void *) = launch->start;
    void *start_argument = launch->argument;
    __unspool_free(launch);
    __unspool_atomic_end();
    pthread_exit(start(start_argument));
}

int pthread_create(__unspool_type_pthread_t *restrict handle, const __unspool_type_pthread_attr_t *restrict attributes,
                   void *(*start)(void *), void *restrict argument) {
    int life = attributes != 0 && attributes->detach_state == 1 ? detached : joinable;
    /* One step: the thread must find its record, and the handle must be stored before it can run. glibc
       stores the handle first as well. */
    __unspool_atomic_begin();
    struct launch *launch = __unspool_alloc(sizeof(struct launch));
    launch->start = start;
    launch->argument = argument;
    int thread = __unspool_spawn(run_thread, launch);
    new_record(thread)->life = life;
    *handle = (unsigned long)thread + 1;
    __unspool_atomic_end();
    return 0;
}

int pthread_join(__unspool_type_pthread_t handle, void **result) {
    void *value = 0;
    if (handle == pthread_self())
        return 35; /* EDEADLK */
    __unspool_atomic_begin();
    struct thread_record *record = record_of(handle);
    _Bool valid = record != 0 && record->life != never_created;
    __unspool_assert(valid, "thread-misuse", "pthread_join of a thread that does not exist");
    if (valid) {
        /* A thread joined or detached by someone else must be reported, not waited for. */
        __unspool_wait_until(record->life != joinable || __unspool_finished((int)(handle - 1)));
        __unspool_assert(record->life != detached, "thread-misuse", "pthread_join of a detached thread");
        __unspool_assert(record->life != joined, "thread-misuse", "pthread_join of a thread that has already been joined");
        record->life = joined;
        value = record->result;
    }
    __unspool_atomic_end();
    if (!valid)
        return 3; /* ESRCH */
    if (result != 0)
        *result = value;
    return 0;
}

int pthread_detach(__unspool_type_pthread_t handle) {
    __unspool_atomic_begin();
    struct thread_record *record = record_of(handle);
    _Bool valid = record != 0 && record->life != never_created;
    __unspool_assert(valid, "thread-misuse", "pthread_detach of a thread that does not exist");
    if (valid) {
        __unspool_assert(record->life != detached, "thread-misuse", "pthread_detach of a thread that is already detached");
        __unspool_assert(record->life != joined, "thread-misuse", "pthread_detach of a thread that has been joined");
        record->life = detached;
    }
    __unspool_atomic_end();
    return valid ? 0 : 3;
}

int pthread_attr_init(__unspool_type_pthread_attr_t *attributes) {
    attributes->detach_state = 0;
    attributes->scope = 0;
    attributes->stack_size = 8388608;
    attributes->guard_size = 4096;
    return 0;
}

int pthread_attr_destroy(__unspool_type_pthread_attr_t *attributes) { return 0; }

int pthread_attr_setdetachstate(__unspool_type_pthread_attr_t *attributes, int state) {
    if (state != 0 && state != 1)
        return 22; /* EINVAL */
    attributes->detach_state = state;
    return 0;
}

int pthread_attr_getdetachstate(const __unspool_type_pthread_attr_t *attributes, int *state) {
    *state = attributes->detach_state;
    return 0;
}

int pthread_attr_setstacksize(__unspool_type_pthread_attr_t *attributes, size_t size) {
    if (size < 16384)
        return 22;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const __unspool_type_pthread_attr_t *restrict attributes, size_t *restrict size) {
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setguardsize(__unspool_type_pthread_attr_t *attributes, size_t size) {
    attributes->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const __unspool_type_pthread_attr_t *restrict attributes, size_t *restrict size) {
    *size = attributes->guard_size;
    return 0;
}

int pthread_attr_setscope(__unspool_type_pthread_attr_t *attributes, int scope) {
    if (scope == 1)
        return 95; /* ENOTSUP: Linux has system scope only */
    if (scope != 0)
        return 22;
    attributes->scope = scope;
    return 0;
}

int pthread_attr_getscope(const __unspool_type_pthread_attr_t *restrict attributes, int *restrict scope) {
    *scope = attributes->scope;
    return 0;
}
