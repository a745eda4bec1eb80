/* pthread_cleanup_push, pthread_cleanup_pop, and the variants of GNU */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_t thread;
int order;

static void note(void *digit) {
    order = order * 10 + *(int *)digit;
}

static int one = 1, two = 2, three = 3;

static void *result_of(void *(*start)(void *)) {
    void *result;
    pthread_create(&thread, 0, start, 0);
    pthread_join(thread, &result);
    return result;
}

#if defined POPPING_RUNS_THE_HANDLER_IF_ASKED_TO // SAFE
int main(void) {
    pthread_cleanup_push(note, &one);
    assert(order == 0);
    pthread_cleanup_pop(1);
    assert(order == 1);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_pop(0);
    assert(order == 1);
}
#elif defined EXIT_RUNS_THEM_NEWEST_FIRST // SAFE
static void *leave(void *unused) {
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    pthread_cleanup_push(note, &three);
    pthread_cleanup_pop(0);
    pthread_exit(&order);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
}
int main(void) {
    assert(result_of(leave) == &order && order == 21);
}
#elif defined CANCELLATION_RUNS_THEM_NEWEST_FIRST // SAFE
static void inner(void) {
    pthread_cleanup_push(note, &two);
    pthread_testcancel();
    pthread_cleanup_pop(0);
}
static void *be_cancelled(void *unused) {
    pthread_cleanup_push(note, &one);
    pthread_cancel(pthread_self());
    inner();
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    assert(result_of(be_cancelled) == PTHREAD_CANCELED && order == 21);
}
#elif defined RETURNING_RUNS_NONE // SAFE
static void *come_back(void *unused) {
    pthread_cleanup_push(note, &one);
    pthread_cleanup_pop(0);
    return &order;
}
int main(void) {
    assert(result_of(come_back) == &order && order == 0);
}
#elif defined A_HANDLER_THAT_EXITS
static void exit_again(void *unused) {
    pthread_exit(0); // UNSAFE: pthread_exit from a cleanup handler or destructor of a thread that is ending already
}
static void *leave(void *unused) {
    pthread_cleanup_push(exit_again, 0);
    pthread_exit(&one);
    pthread_cleanup_pop(0);
}
int main(void) {
    result_of(leave);
}
#elif defined A_HANDLER_THAT_EXITS_WHEN_POPPED // SAFE
static void exit_first(void *digit) {
    note(digit);
    pthread_exit(digit);
}
static void *leave(void *unused) {
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(exit_first, &two);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    assert(result_of(leave) == &two && order == 21);
}
#elif defined UNLOCKING_IN_A_HANDLER // SAFE
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void unlock(void *held) {
    pthread_mutex_unlock(held);
}
static void *lock_and_test(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, lock_and_test, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(pthread_mutex_lock(&mutex) == 0);
}
#elif defined EACH_THREAD_RUNS_ITS_OWN // SAFE
static void *leave(void *unused) {
    pthread_cleanup_push(note, &two);
    pthread_exit(0);
    pthread_cleanup_pop(0);
}
int main(void) {
    pthread_cleanup_push(note, &one);
    result_of(leave);
    assert(order == 2);
    pthread_cleanup_pop(0);
}
#elif defined HANDLERS_SEE_LOCALS // SAFE
static void *leave(void *unused) {
    int local = 3;
    pthread_cleanup_push(note, &local);
    local = 4;
    pthread_exit(0);
    pthread_cleanup_pop(0);
}
int main(void) {
    result_of(leave);
    assert(order == 4);
}
#elif defined IN_A_LOOP // SAFE
static void *leave(void *unused) {
    for (int i = 0; i < 3; i++) {
        pthread_cleanup_push(note, i == 2 ? &two : &one);
        if (i == 2)
            pthread_exit(0);
        pthread_cleanup_pop(i == 1);
    }
    return 0;
}
int main(void) {
    result_of(leave);
    assert(order == 12);
}
#elif defined DEFERRING_AND_RESTORING // SAFE
static void *defer(void *unused) {
    int former;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    pthread_cleanup_push_defer_np(note, &one);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &former);
    assert(former == PTHREAD_CANCEL_DEFERRED);
    pthread_cancel(pthread_self());
    note(&three);
    pthread_cleanup_pop_restore_np(1);
    assert(0);
    return 0;
}
int main(void) {
    assert(result_of(defer) == PTHREAD_CANCELED);
    assert(order == 3);
}
#elif defined AS_EARLIER_HEADERS_EXPAND_IT // SAFE
/* Before version 2.34 the macros of glibc called another kind of setjmp. */
struct __jmp_buf_tag;
extern int __sigsetjmp(struct __jmp_buf_tag *environment, int with_mask);
static void *leave(void *unused) {
    do {
        __pthread_unwind_buf_t __cancel_buf;
        void (*__cancel_routine)(void *) = note;
        void *__cancel_arg = &three;
        int __not_first_call = __sigsetjmp((struct __jmp_buf_tag *)(void *)__cancel_buf.__cancel_jmp_buf, 0);
        if (__not_first_call) {
            __cancel_routine(__cancel_arg);
            __pthread_unwind_next(&__cancel_buf);
        }
        __pthread_register_cancel(&__cancel_buf);
        pthread_exit(0);
    } while (0);
}
int main(void) {
    result_of(leave);
    assert(order == 3);
}
#endif
