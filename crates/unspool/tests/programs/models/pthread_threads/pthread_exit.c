/* pthread_exit */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int value;
int done;
pthread_t thread;

static void leave(void) {
    pthread_exit(&value);
}

static void *leave_from_a_call(void *unused) {
    leave();
    done = 1;
    return 0;
}

static void *work(void *unused) {
    done = 1;
    return 0;
}

#if defined ENDS_THE_THREAD_FROM_ANY_DEPTH // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&thread, 0, leave_from_a_call, 0);
    pthread_join(thread, &result);
    assert(result == &value && done == 0);
}
#elif defined IN_MAIN_LETS_THE_OTHERS_GO_ON
static void *fail(void *unused) {
    assert(0); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, fail, 0);
    pthread_exit(0);
}
#elif defined THE_LAST_THREAD_ENDS_THE_PROCESS // SAFE
static void check(void) {
    assert(done);
}
int main(void) {
    atexit(check);
    pthread_create(&thread, 0, work, 0);
    pthread_exit((void *)1);
}
#elif defined LEAVES_MUTEXES_LOCKED
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *lock_and_leave(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_exit(0);
}
int main(void) {
    pthread_create(&thread, 0, lock_and_leave, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex); // DEADLOCK
}
#elif defined ITS_LOCALS_ARE_GONE
static void *give_local(void *unused) {
    int local = 1;
    pthread_exit(&local);
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, give_local, 0);
    pthread_join(thread, &result);
    return *(int *)result; // UNSAFE: after its lifetime has ended
}
#endif
