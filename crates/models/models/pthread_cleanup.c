/* <pthread.h>: cleanup handlers.

   Each thread has a list of its handlers, newest first, that are run when it exits or is cancelled. The
   nodes lie in the variables that the macros pthread_cleanup_push declare. glibc's macro stores routine
   and argument in variables beside the one it registers, and finds them again by returning twice from a kind of setjmp;
   here that returns once, and registering takes the two variables, which is what `__unspool_scoped_` asks the
   front end for.

   Assumptions:
   - pthread_cleanup_push: the variant for programs compiled with -fexceptions is not modelled. */

static _Thread_local struct __unspool_cleanup *newest_handler;

static void run_all_handlers(void) {
    while (newest_handler != 0) {
        struct __unspool_cleanup *handler = newest_handler;
        newest_handler = handler->older;
        handler->routine(handler->argument);
    }
}

void __unspool_push_cleanup(struct __unspool_cleanup *handler, void (*routine)(void *), void *argument) {
    handler->routine = routine;
    handler->argument = argument;
    handler->older = newest_handler;
    newest_handler = handler;
    __unspool_run_cleanup_handlers = run_all_handlers;
}

/* Leaves no trace of the handler, so that states with and without its past are the same to a search. */
void __unspool_pop_cleanup(struct __unspool_cleanup *handler) {
    newest_handler = handler->older;
    if (newest_handler == 0)
        __unspool_run_cleanup_handlers = 0;
}

int __unspool_scoped___sigsetjmp_cancel(void *environment, int with_mask) { return 0; }

/* What the macro calls in glibc before 2.34; only there is the routine's variable visible. */
int __unspool_scoped___sigsetjmp(void *environment, int with_mask, void (*__cancel_routine)(void *)) { return 0; }

void __unspool_scoped___pthread_register_cancel(__unspool_type___pthread_unwind_buf_t *buffer,
                                                void (*__cancel_routine)(void *), void *__cancel_arg) {
    __unspool_push_cleanup(buffer->__cancel_jmp_buf, __cancel_routine, __cancel_arg);
}

void __pthread_unregister_cancel(__unspool_type___pthread_unwind_buf_t *buffer) {
    __unspool_pop_cleanup(buffer->__cancel_jmp_buf);
}

/* Never reached: glibc's macro calls it after the second return of its setjmp. */
_Noreturn void __pthread_unwind_next(__unspool_type___pthread_unwind_buf_t *buffer) { __unspool_abort(); }

/* pthread_cleanup_push_defer_np: makes cancellation deferred until the handler is popped. */
void __unspool_scoped___pthread_register_cancel_defer(__unspool_type___pthread_unwind_buf_t *buffer,
                                                      void (*__cancel_routine)(void *), void *__cancel_arg) {
    __unspool_push_cleanup(buffer->__cancel_jmp_buf, __cancel_routine, __cancel_arg);
    pthread_setcanceltype(0, &buffer->former_type);
}

void __pthread_unregister_cancel_restore(__unspool_type___pthread_unwind_buf_t *buffer) {
    __unspool_pop_cleanup(buffer->__cancel_jmp_buf);
    pthread_setcanceltype(buffer->former_type, 0);
}

/* What the macros of musl (and of early glibc) call. */
void _pthread_cleanup_push(void *buffer, void (*routine)(void *), void *argument) {
    __unspool_push_cleanup(buffer, routine, argument);
}

void _pthread_cleanup_pop(void *buffer, int execute) {
    struct __unspool_cleanup *handler = buffer;
    __unspool_pop_cleanup(handler);
    if (execute)
        handler->routine(handler->argument);
}
