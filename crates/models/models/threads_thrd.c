/* <threads.h>: C11 threads.

   They are POSIX threads under other names, as in glibc: both can be mixed, and cancellation, cleanup handlers and
   keys work in them too. A thread's result is an integer.

   Assumptions:
   - thrd_create: succeeds, unless --create-failures is given; then it may also give thrd_error.
   - Reported as thread misuse: thrd_join and thrd_detach of a thread that does not exist, is
     detached or has been joined.
   - thrd_sleep: time is not modelled; it returns after any time, and is not interrupted by signals. */

enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };

static void *as_result(int value) { return (void *)(uintptr_t)(unsigned)value; }

static void run_c11_thread(int (*start)(void *), void *argument) { __unspool_end_thread(as_result(start(argument))); }

int thrd_create(__unspool_type_thrd_t *handle, int (*start)(void *), void *argument) {
    if (__unspool_switch_create_failures && __unspool_nondet(_Bool))
        return thrd_error;
    __unspool_atomic_begin();
    int thread = __unspool_spawn(run_c11_thread, start, argument);
    __unspool_new_record(thread)->life = __unspool_joinable;
    *handle = (unsigned long)thread + 1;
    __unspool_atomic_end();
    return thrd_success;
}

/* A thread that joins itself gets thrd_error, as in glibc. */
int thrd_join(__unspool_type_thrd_t handle, int *result) {
    int value = 0;
    _Bool joins = 0;
    if (handle == (unsigned long)__unspool_self() + 1)
        return thrd_error;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool ready = record == 0 || record->life != __unspool_joinable || __unspool_finished((int)(handle - 1));
    _Bool due = pthread_cancel && __unspool_cancel_is_due();
    __unspool_wait_until(ready || due);
    _Bool cancelled = due && (!ready || __unspool_nondet(_Bool));
    if (!cancelled) {
        __unspool_assert(record != 0, "thread-misuse", "thrd_join of a thread that does not exist");
        __unspool_assert(record == 0 || record->life != __unspool_detached, "thread-misuse", "thrd_join of a detached thread");
        __unspool_assert(record == 0 || record->life != __unspool_joined, "thread-misuse",
                         "thrd_join of a thread that has already been joined");
        joins = record != 0 && record->life == __unspool_joinable;
        if (joins) {
            record->life = __unspool_joined;
            value = (int)(unsigned)(uintptr_t)record->result;
        }
    }
    __unspool_atomic_end();
    if (pthread_cancel && cancelled)
        __unspool_cancelled();
    if (!joins)
        return thrd_error;
    if (result != 0)
        *result = value;
    return thrd_success;
}

int thrd_detach(__unspool_type_thrd_t handle) {
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    __unspool_assert(record != 0, "thread-misuse", "thrd_detach of a thread that does not exist");
    __unspool_assert(record == 0 || record->life != __unspool_detached, "thread-misuse",
                     "thrd_detach of a thread that is already detached");
    __unspool_assert(record == 0 || record->life != __unspool_joined, "thread-misuse",
                     "thrd_detach of a thread that has been joined");
    _Bool detaches = record != 0 && record->life == __unspool_joinable;
    if (detaches)
        record->life = __unspool_detached;
    __unspool_atomic_end();
    return detaches ? thrd_success : thrd_error;
}

/* The last thread to end so ends the process, with success. */
_Noreturn void thrd_exit(int result) { pthread_exit(as_result(result)); }

__unspool_type_thrd_t thrd_current(void) { return (unsigned long)__unspool_self() + 1; }

int thrd_equal(__unspool_type_thrd_t left, __unspool_type_thrd_t right) { return left == right; }

void thrd_yield(void) {}

/* Negative, but not -1 (an interruption), for nanoseconds below 0 or from 1,000,000,000 on. */
int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
    if (pthread_cancel)
        pthread_testcancel();
    return __unspool_is_deadline(duration) ? 0 : -2;
}

/* The name from glibc's headers where time has 64 bits on a 32-bit machine. */
int __thrd_sleep64(const struct __unspool_timespec64 *duration, struct __unspool_timespec64 *remaining) {
    struct timespec usual = __unspool_usual_deadline(duration);
    return thrd_sleep(&usual, 0);
}
