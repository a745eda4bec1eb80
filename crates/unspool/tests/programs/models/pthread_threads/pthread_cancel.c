/* pthread_cancel */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

pthread_t thread;
int passed;

static void *test_once(void *unused) {
    pthread_testcancel();
    passed = 1;
    return 0;
}

static void *nothing(void *unused) {
    return 0;
}

#if defined ENDS_THE_THREAD_OR_COMES_TOO_LATE // SAFE
int main(void) {
    void *result;
    pthread_create(&thread, 0, test_once, 0);
    assert(pthread_cancel(thread) == 0);
    assert(pthread_join(thread, &result) == 0);
    assert(result == (passed ? 0 : PTHREAD_CANCELED));
}
#elif defined MAY_END_THE_THREAD
int main(void) {
    void *result;
    pthread_create(&thread, 0, test_once, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
}
#elif defined MAY_COME_TOO_LATE
int main(void) {
    void *result;
    pthread_create(&thread, 0, test_once, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
}
#elif defined WITHOUT_CANCELLATION_POINTS_NOTHING_HAPPENS // SAFE
static void *work(void *unused) {
    passed = 1;
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, work, 0);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(result == 0 && passed);
}
#elif defined BEFORE_THE_THREAD_RUNS_IT_STILL_COUNTS // SAFE
sem_t go;
static void *wait_and_test(void *unused) {
    int former;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &former);
    sem_wait(&go);
    pthread_setcancelstate(former, 0);
    pthread_testcancel();
    passed = 1;
    return 0;
}
int main(void) {
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&thread, 0, wait_and_test, 0);
    pthread_cancel(thread);
    sem_post(&go);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && !passed);
}
#elif defined A_LOOP_THAT_TESTS_ENDS // SAFE
static void *test_for_ever(void *unused) {
    for (;;)
        pthread_testcancel();
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, test_for_ever, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
}
#elif defined ONESELF // SAFE
static void *cancel_oneself(void *unused) {
    assert(pthread_cancel(pthread_self()) == 0);
    passed = 1;
    pthread_testcancel();
    assert(0);
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, cancel_oneself, 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && passed);
}
#elif defined A_THREAD_THAT_HAS_ENDED // SAFE
/* Not joined yet, so that its handle is valid. */
int main(void) {
    void *result;
    pthread_create(&thread, 0, nothing, 0);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(result == 0);
}
#elif defined TWICE // SAFE
int main(void) {
    void *result;
    pthread_create(&thread, 0, test_once, 0);
    assert(pthread_cancel(thread) == 0 && pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(result == (passed ? 0 : PTHREAD_CANCELED));
}
#elif defined MAIN_LETS_THE_OTHERS_GO_ON // SAFE
static void *cancel_main(void *main_thread) {
    void *result;
    pthread_cancel(*(pthread_t *)main_thread);
    pthread_join(*(pthread_t *)main_thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
int main(void) {
    static pthread_t main_thread;
    main_thread = pthread_self();
    pthread_create(&thread, 0, cancel_main, &main_thread);
    for (;;)
        pthread_testcancel();
}
#elif defined LEAVES_MUTEXES_LOCKED
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *lock_and_test(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_testcancel();
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, lock_and_test, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex); // DEADLOCK
}
#elif defined A_JOINED_THREAD
int main(void) {
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_cancel(thread); // UNSAFE: pthread_cancel of a thread that does not exist (any longer)
}
#elif defined A_DETACHED_THREAD_THAT_MAY_HAVE_ENDED
int main(void) {
    pthread_create(&thread, 0, nothing, 0);
    pthread_detach(thread);
    pthread_cancel(thread); // UNSAFE: pthread_cancel of a thread that does not exist (any longer)
}
#elif defined A_DETACHED_THREAD_THAT_RUNS // SAFE
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void) {
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, wait, 0);
    pthread_detach(thread);
    assert(pthread_cancel(thread) == 0);
    pthread_mutex_unlock(&mutex);
}
#elif defined NO_THREAD
int main(void) {
    pthread_cancel(thread); // UNSAFE: pthread_cancel of a thread that does not exist (any longer)
}
#elif defined NOT_AGAIN_WHILE_THE_THREAD_ENDS // SAFE
/* Cancellation stays enabled in handlers, but a thread that ends cannot be cancelled. */
static void handle(void *unused) {
    int former;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &former);
    assert(former == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    passed++;
}
static void *wait(void *unused) {
    pthread_cleanup_push(handle, 0);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, wait, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(passed == 1);
}
#endif
