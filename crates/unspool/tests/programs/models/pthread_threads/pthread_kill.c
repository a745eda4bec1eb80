/* pthread_kill, pthread_atfork */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

pthread_t thread;

static void *nothing(void *unused) {
    return 0;
}

#if defined SIGNAL_0 // SAFE
/* A thread that has ended and was not joined still exists. */
int main(void) {
    pthread_create(&thread, 0, nothing, 0);
    assert(pthread_kill(thread, 0) == 0);
    assert(pthread_kill(pthread_self(), 1000) == EINVAL);
    pthread_join(thread, 0);
}
#elif defined A_SIGNAL
int main(void) {
    pthread_kill(pthread_self(), SIGTERM); // UNSUPPORTED: pthread_kill with a signal
}
#elif defined A_JOINED_THREAD
int main(void) {
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_kill(thread, 0); // UNSAFE: pthread_kill of a thread that does not exist (any longer)
}
#elif defined A_DETACHED_THREAD_THAT_RUNS // SAFE
/* Its life ends with it. */
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
    assert(pthread_kill(thread, 0) == 0);
    pthread_mutex_unlock(&mutex);
}
#elif defined A_DETACHED_THREAD_THAT_MAY_HAVE_ENDED
int main(void) {
    pthread_create(&thread, 0, nothing, 0);
    pthread_detach(thread);
    pthread_kill(thread, 0); // UNSAFE: pthread_kill of a thread that does not exist (any longer)
}
#elif defined A_THREAD_THAT_DETACHED_ITSELF
static void *detach(void *unused) {
    pthread_detach(pthread_self());
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, detach, 0);
    pthread_kill(thread, 0); // UNSAFE: pthread_kill of a thread that does not exist (any longer)
}
#elif defined AT_FORK // SAFE
static void never(void) {
    assert(0);
}
int main(void) {
    assert(pthread_atfork(never, never, never) == 0);
    assert(pthread_atfork(0, 0, 0) == 0);
}
#endif
