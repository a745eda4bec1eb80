/* <pthread.h>: creating and ending threads.

   A new thread starts at any time after its creation, which is one step: the thread finds its record, and the handle is
   stored before it can run, as glibc does it too. A thread that ends by pthread_exit runs its cleanup handlers, newest
   first, then the destructors of its thread-specific data; one that returns from its start function runs the latter.
   Both parts are reached through pointers that are null until the program pushes a handler or makes a key. POSIX leaves
   undefined what pthread_exit does in those handlers and destructors (glibc runs the same handler for ever); it is
   reported.

   pthread_exit in `main` ends only that thread; once `main` has ended so, the last thread to end ends the process, as
   by exit(0).

   Assumptions:
   - pthread_create: succeeds, unless --create-failures is given; then it may also give EAGAIN. Of the attributes only
     the detach state counts: the new thread has no stack of a certain size, and priorities do not restrict schedules.
   - pthread_create: the handle is stored before the new thread can run, as in glibc; so a new thread that reads the
     variable which the handle is stored to finds it there, without a race. POSIX does not promise that.
   - pthread_create: handles are never used again, not even after the thread has been joined.
   - pthread_equal: to compare a handle is no use of its thread; it is not reported after the thread's life. */

/* Whether the main thread has ended, by pthread_exit or cancellation. If all have ended it has, so the question is needless.
   But in most programs nothing ever writes this, which is easier to see than that the count does not come to zero. */
static _Bool main_has_exited;

_Thread_local void (*__unspool_run_cleanup_handlers)(void);
void (*__unspool_run_key_destructors)(void);
_Thread_local _Bool __unspool_cancellation_disabled;
_Bool __unspool_detached_by_default;

/* Weak, so that only programs that call it look for its effect. */
int (pthread_setattr_default_np)(const __unspool_type_pthread_attr_t *attributes) __attribute__((weak));

/* Whether the thread has begun to end: it runs cleanup handlers or destructors. */
_Thread_local _Bool __unspool_is_ending;

__unspool_type_pthread_t pthread_self(void) { return (unsigned long)__unspool_self() + 1; }

int pthread_equal(__unspool_type_pthread_t left, __unspool_type_pthread_t right) { return left == right; }

/* Notes that this thread has ended; whether the process ends with it. Inside an atomic section only. */
static _Bool end_of_thread(void *result) {
    int self = __unspool_self();
    struct __unspool_thread_record *record = __unspool_place_of_record((unsigned long)self + 1);
    if (record != 0)
        __unspool_note_end(record, result);
    if (!pthread_exit && !pthread_cancel)
        return 0;
    if (self == 0)
        main_has_exited = 1;
    return main_has_exited && __unspool_all_have_ended();
}

/* What a thread does that returns from its start function. */
_Noreturn void __unspool_end_thread(void *result) {
    _Bool is_last = 0;
    __unspool_is_ending = 1;
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
    if ((pthread_exit || pthread_cancel) && is_last)
        exit(0);
    /* As they were at the start: nothing of a thread remains. */
    __unspool_is_ending = 0;
    if (pthread_cancel)
        __unspool_cancellation_disabled = 0;
    __unspool_exit_thread();
}

/* What a thread does that ends before its start function returns. It is not cancelled any more, not even in its handlers
   and destructors. */
_Noreturn void __unspool_leave_thread(void *result) {
    __unspool_is_ending = 1;
    void (*run_handlers)(void) = __unspool_run_cleanup_handlers;
    if (run_handlers != 0)
        run_handlers();
    __unspool_end_thread(result);
}

_Noreturn void pthread_exit(void *result) {
    __unspool_assert(!__unspool_is_ending, "thread-misuse",
                     "pthread_exit from a cleanup handler or destructor of a thread that is ending already");
    __unspool_leave_thread(result);
}

static void run_thread(void *(*start)(void *), void *argument) { __unspool_end_thread(start(argument)); }

int pthread_create(__unspool_type_pthread_t *restrict handle, const __unspool_type_pthread_attr_t *restrict attributes,
                   void *(*start)(void *), void *restrict argument) {
    if (__unspool_switch_create_failures && __unspool_nondet(_Bool))
        return 11; /* EAGAIN */
    _Bool starts_detached = attributes != 0 && attributes->detach_state == 1;
    __unspool_atomic_begin();
    if (attributes == 0 && pthread_setattr_default_np)
        starts_detached = __unspool_detached_by_default;
    int thread = __unspool_spawn(run_thread, start, argument);
    __unspool_new_record(thread)->life = starts_detached ? __unspool_detached : __unspool_joinable;
    *handle = (unsigned long)thread + 1;
    __unspool_atomic_end();
    return 0;
}
