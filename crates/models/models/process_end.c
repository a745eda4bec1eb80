/* How a process ends: exit, _Exit, quick_exit, abort, and the functions registered to run before.

   The runtime ends `main` with exit(), so exit is part of every program and is kept to a test of one
   pointer: only a program that registers a function brings the list along. Registered functions run
   last in, first out; those registered meanwhile run too. The list grows in blocks of 32 (the number C
   guarantees) on the heap. Output is not buffered, so there is nothing to flush. */

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

static void run_block_list(struct registration_block **list, int status) {
    while (*list != 0) {
        if ((*list)->used == 0) {
            struct registration_block *older = (*list)->older;
            __unspool_free(*list);
            *list = older;
            continue;
        }
        struct registration entry = (*list)->entries[--(*list)->used];
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

static void add(struct registration_block **list, struct registration entry) {
    __unspool_atomic_begin();
    if (*list == 0 || (*list)->used == 32) {
        struct registration_block *block = __unspool_alloc(sizeof(struct registration_block));
        block->older = *list;
        block->used = 0;
        *list = block;
    }
    (*list)->entries[(*list)->used++] = entry;
    __unspool_atomic_end();
}

_Noreturn void exit(int status) {
    if (run_registered != 0)
        run_registered(status);
    __unspool_exit(status);
}

_Noreturn void _Exit(int status) { __unspool_exit(status); }
_Noreturn void _exit(int status) { __unspool_exit(status); }
_Noreturn void abort(void) { __unspool_abort(); }

_Noreturn void quick_exit(int status) {
    if (run_quick_registered != 0)
        run_quick_registered(status);
    __unspool_exit(status);
}

int atexit(void (*function)(void)) {
    struct registration entry = {function, 0, 0, 0};
    add(&at_exit, entry);
    run_registered = run_at_exit;
    return 0;
}

int on_exit(void (*function)(int status, void *argument), void *argument) {
    struct registration entry = {0, function, 0, argument};
    add(&at_exit, entry);
    run_registered = run_at_exit;
    return 0;
}

int __cxa_atexit(void (*function)(void *argument), void *argument, void *library) {
    struct registration entry = {0, 0, function, argument};
    add(&at_exit, entry);
    run_registered = run_at_exit;
    return 0;
}

int at_quick_exit(void (*function)(void)) {
    struct registration entry = {function, 0, 0, 0};
    add(&at_quick_exit_list, entry);
    run_quick_registered = run_at_quick_exit;
    return 0;
}
