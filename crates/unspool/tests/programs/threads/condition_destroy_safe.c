// SAFE
// WITH --races
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *wait(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

// The waiter may come too late, so it is not waited for; the mutex stays locked, so that it does not come after the end
// of the variable.
int main(void) {
    pthread_t waiter;
    pthread_create(&waiter, 0, wait, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_broadcast(&changed);
    pthread_cond_destroy(&changed);
    return 0;
}
