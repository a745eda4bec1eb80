/* pthread_detach */
#include <assert.h>
#include <pthread.h>

int done;
pthread_t thread;

static void *work(void *unused) {
    done = 1;
    return 0;
}

#if defined SUCCEEDS // SAFE
int main(void) {
    pthread_create(&thread, 0, work, 0);
    assert(pthread_detach(thread) == 0);
}
#elif defined ONESELF // SAFE
static void *detach_oneself(void *unused) {
    assert(pthread_detach(pthread_self()) == 0);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, detach_oneself, 0);
    pthread_exit(0);
}
#elif defined DOES_NOT_WAIT
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    assert(done); // UNSAFE: assertion failed
}
#elif defined TWICE
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    pthread_detach(thread); // UNSAFE: pthread_detach of a thread that is already detached
}
#elif defined A_JOINED_THREAD
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_detach(thread); // UNSAFE: pthread_detach of a thread that has been joined
}
#elif defined NO_THREAD
int main(void) {
    pthread_detach(thread); // UNSAFE: pthread_detach of a thread that does not exist
}
#endif
