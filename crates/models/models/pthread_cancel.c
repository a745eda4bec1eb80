/* <pthread.h>: cancelling a thread.

   A request is a mark in the thread's record; the thread acts on it at its next cancellation point
   (pthread_cancel_state.c). This file has one function because its presence says that the program cancels threads: the
   cancellation points test whether `pthread_cancel` is defined, and are nothing special in programs without it.

   Assumptions:
   - pthread_cancel: a request that reaches another thread whose cancellation is enabled and asynchronous ends the
     execution as unsupported.
   - Cancellation points that act on every request are pthread_testcancel, pthread_join and its timed forms, the waits on
     condition variables and semaphores, the sleep family, and open, close, read, write, select, poll and fsync.
   - The functions of <stdio.h> that read, write, open, close, flush or position a stream, perror, dprintf, warn and err
     may act on a request or not, by choice, before they do anything.
   - Other functions that POSIX allows to be cancellation points (unlink, localtime, pthread_rwlock_rdlock and more) are
     none, as in glibc. */

int pthread_cancel(__unspool_type_pthread_t handle) {
    _Bool is_self = handle == (unsigned long)__unspool_self() + 1;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_cancel of a thread that does not exist (any longer)");
    _Bool at_once = live && !record->ended && record->cancels_at_once;
    if (live)
        record->cancel_requested = 1;
    __unspool_atomic_end();
    if (!live)
        return 3; /* ESRCH */
    if (at_once && is_self && !__unspool_cancellation_disabled && !__unspool_is_ending)
        __unspool_cancelled();
    if (at_once && !is_self)
        __unspool_unsupported("pthread_cancel of a thread whose cancellation is asynchronous");
    return 0;
}
