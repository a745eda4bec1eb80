/* <signal.h>: pthread_kill.

   Assumptions:
   - pthread_kill: signal 0 tells whether the thread exists; sending any other signal is unsupported. */

int pthread_kill(__unspool_type_pthread_t handle, int signal) {
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    _Bool ended = live && record->ended;
    __unspool_assert(live, "thread-misuse", "pthread_kill of a thread that does not exist (any longer)");
    __unspool_atomic_end();
    if (!live)
        return 3; /* ESRCH */
    if (ended)
        return 0; /* POSIX: no error for a thread that has ended and was not joined */
    if (signal < 0 || signal > 64)
        return 22; /* EINVAL */
    if (signal != 0)
        __unspool_unsupported("pthread_kill with a signal");
    return 0;
}
