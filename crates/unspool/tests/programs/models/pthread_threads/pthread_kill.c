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
#elif defined AT_FORK // SAFE
static void never(void) {
    assert(0);
}
int main(void) {
    assert(pthread_atfork(never, never, never) == 0);
    assert(pthread_atfork(0, 0, 0) == 0);
}
#endif
