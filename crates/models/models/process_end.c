/* <stdlib.h>, <unistd.h>: how a process ends, exit, _Exit, quick_exit, abort, and the functions registered to run before.

   The runtime ends `main` with exit(), so exit is part of every program and is kept to a test of one
   pointer: only a program that registers a function brings the list along. Registered functions run
   last in, first out; those registered meanwhile run too. The list grows in blocks of 32 (the number C
   guarantees) on the heap. Output is not buffered, so there is nothing to flush.

   Leaks are looked for, by those who want that, at every end but abort, behind the registered functions.

   Threads may register functions while another ends the process, so the lists are touched in atomic sections only;
   the functions themselves run outside.

   Assumptions:
   - exit: other threads go on while the registered functions run, and stop where they are when the process ends.
   - atexit, at_quick_exit, on_exit: never fail.
   - abort: ends the process at once; a handler of SIGABRT is not called. It is not a violation by itself. */

struct registration {
    void (*plain)(void);
    void (*with_status)(int status, void *argument);
    void (*with_argument)(void *argument);
    void *argument;
};

struct registration_block {
    struct registration_block *older;
    int used;
    struct registration entries[32];
};

/* Set by the first registration; null in a program without any. */
static void (*run_registered)(int status);
static void (*run_quick_registered)(int status);

static struct registration_block *at_exit;
static struct registration_block *at_quick_exit_list;

/* Takes the newest entry off the list; false if there is none. */
static _Bool take(struct registration_block **list, struct registration *entry) {
    _Bool any = 0;
    __unspool_atomic_begin();
    while (*list != 0 && (*list)->used == 0) {
        struct registration_block *older = (*list)->older;
        __unspool_free(*list);
        *list = older;
    }
    if (*list != 0) {
        *entry = (*list)->entries[--(*list)->used];
        any = 1;
    }
    __unspool_atomic_end();
    return any;
}

static void run_block_list(struct registration_block **list, int status) {
    struct registration entry;
    while (take(list, &entry)) {
        if (entry.plain != 0)
            entry.plain();
        else if (entry.with_status != 0)
            entry.with_status(status, entry.argument);
        else
            entry.with_argument(entry.argument);
    }
}

static void run_at_exit(int status) { run_block_list(&at_exit, status); }
static void run_at_quick_exit(int status) { run_block_list(&at_quick_exit_list, status); }

/* Inside an atomic section only. */
static void add(struct registration_block **list, struct registration entry) {
    if (*list == 0 || (*list)->used == 32) {
        struct registration_block *block = __unspool_alloc(sizeof(struct registration_block));
        block->older = *list;
        block->used = 0;
        *list = block;
    }
    (*list)->entries[(*list)->used++] = entry;
}

static void add_at_exit(struct registration entry) {
    __unspool_atomic_begin();
    add(&at_exit, entry);
    run_registered = run_at_exit;
    __unspool_atomic_end();
}

_Noreturn void exit(int status) {
    __unspool_atomic_begin();
    void (*run)(int) = run_registered;
    __unspool_atomic_end();
    if (run != 0)
        run(status);
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_on_demand_valid_memcleanup();
    if (__unspool_on_demand_thread_leak)
        __unspool_on_demand_thread_leak();
    __unspool_exit(status);
}

_Noreturn void _Exit(int status) {
    if (__unspool_on_demand_valid_memcleanup)
        __unspool_on_demand_valid_memcleanup();
    if (__unspool_on_demand_thread_leak)
        __unspool_on_demand_thread_leak();
    __unspool_exit(status);
}

_Noreturn void _exit(int status) { _Exit(status); }
_Noreturn void abort(void) { __unspool_abort(); }

_Noreturn void quick_exit(int status) {
    __unspool_atomic_begin();
    void (*run)(int) = run_quick_registered;
    __unspool_atomic_end();
    if (run != 0)
        run(status);
    _Exit(status);
}

int atexit(void (*function)(void)) {
    struct registration entry = {function, 0, 0, 0};
    add_at_exit(entry);
    return 0;
}

int on_exit(void (*function)(int status, void *argument), void *argument) {
    struct registration entry = {0, function, 0, argument};
    add_at_exit(entry);
    return 0;
}

int __cxa_atexit(void (*function)(void *argument), void *argument, void *library) {
    struct registration entry = {0, 0, function, argument};
    add_at_exit(entry);
    return 0;
}

int at_quick_exit(void (*function)(void)) {
    struct registration entry = {function, 0, 0, 0};
    __unspool_atomic_begin();
    add(&at_quick_exit_list, entry);
    run_quick_registered = run_at_quick_exit;
    __unspool_atomic_end();
    return 0;
}
