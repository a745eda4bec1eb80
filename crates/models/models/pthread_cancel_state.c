/* <pthread.h>: whether, when and how a thread lets itself be cancelled.

   State and type are the thread's own variables, so that a program that sets them and never cancels makes no steps for
   it. Where the program does cancel, the record tells whether a request would have to act at once.

   Assumptions:
   - pthread_setcanceltype: asynchronous cancellation is accepted, and acts on a request made before it is switched on,
     or by the thread itself; that a request interrupts a thread anywhere is not modelled, and ends the execution as
     unsupported. */

static _Thread_local _Bool is_asynchronous;

/* Null for a thread that another dialect started. Inside an atomic section only. */
static struct __unspool_thread_record *own_record(void) {
    return __unspool_record_of((unsigned long)__unspool_self() + 1);
}

_Bool __unspool_cancel_is_due(void) {
    struct __unspool_thread_record *record = own_record();
    return !__unspool_cancellation_disabled && !__unspool_is_ending && record != 0 && record->cancel_requested;
}

_Noreturn void __unspool_cancelled(void) { __unspool_leave_thread((void *)-1); }

void pthread_testcancel(void) {
    if (pthread_cancel) {
        __unspool_atomic_begin();
        _Bool due = __unspool_cancel_is_due();
        __unspool_atomic_end();
        if (due)
            __unspool_cancelled();
    }
}

void __unspool_optional_cancellation_point(void) {
    if (pthread_cancel) {
        __unspool_atomic_begin();
        _Bool acts = __unspool_cancel_is_due() && __unspool_nondet(_Bool);
        __unspool_atomic_end();
        if (acts)
            __unspool_cancelled();
    }
}

/* Tells others whether a request acts at once; whether one is pending that now does. */
static _Bool tell_whether_at_once(void) {
    __unspool_atomic_begin();
    _Bool at_once = is_asynchronous && !__unspool_cancellation_disabled;
    if (own_record() != 0)
        own_record()->cancels_at_once = at_once;
    _Bool due = at_once && __unspool_cancel_is_due();
    __unspool_atomic_end();
    return due;
}

/* glibc does not act on a pending request here, even if it is asynchronous; POSIX lets it act any time after. */
int pthread_setcancelstate(int state, int *former) {
    if (state != 0 && state != 1) /* PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE */
        return 22;                /* EINVAL */
    if (former != 0)
        *former = __unspool_cancellation_disabled;
    __unspool_cancellation_disabled = state == 1;
    if (pthread_cancel && is_asynchronous && tell_whether_at_once())
        __unspool_unsupported("pthread_setcancelstate that lets a request act asynchronously");
    return 0;
}

/* Acts on a pending request if the type becomes asynchronous, as glibc does. */
int pthread_setcanceltype(int type, int *former) {
    if (type != 0 && type != 1) /* PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS */
        return 22;
    _Bool was_asynchronous = is_asynchronous;
    if (former != 0)
        *former = was_asynchronous;
    is_asynchronous = type == 1;
    if (pthread_cancel && is_asynchronous != was_asynchronous && tell_whether_at_once())
        __unspool_cancelled();
    return 0;
}
