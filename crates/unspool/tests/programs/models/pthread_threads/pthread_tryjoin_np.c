/* pthread_tryjoin_np */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int value;
pthread_t thread;

static void *give_value(void *unused) {
    return &value;
}

#if defined JOINS_OR_IS_BUSY // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_tryjoin_np(thread, &result);
    assert(error == 0 || error == EBUSY);
    assert(result == (error == 0 ? &value : 0));
    if (error == EBUSY)
        assert(pthread_join(thread, &result) == 0 && result == &value);
}
#elif defined MAY_FIND_IT_FINISHED
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_tryjoin_np(thread, 0);
    assert(error != 0); // UNSAFE: assertion failed
    pthread_join(thread, 0);
}
#elif defined MAY_BE_BUSY
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    int error = pthread_tryjoin_np(thread, 0);
    assert(error != EBUSY); // UNSAFE: assertion failed
}
#elif defined ONESELF // SAFE
int main(void) {
    assert(pthread_tryjoin_np(pthread_self(), 0) == EBUSY);
}
#elif defined TWICE
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    pthread_join(thread, 0);
    pthread_tryjoin_np(thread, 0); // UNSAFE: pthread_tryjoin_np of a thread that has already been joined
}
#elif defined A_DETACHED_THREAD
int main(void) {
    pthread_create(&thread, 0, give_value, 0);
    pthread_detach(thread);
    pthread_tryjoin_np(thread, 0); // UNSAFE: pthread_tryjoin_np of a detached thread
}
#elif defined NO_THREAD
int main(void) {
    pthread_tryjoin_np(thread, 0); // UNSAFE: pthread_tryjoin_np of a thread that does not exist
}
#endif
