/* Who finds the flag set takes it for granted that the lock is held. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_locked;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    is_locked = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    if (is_locked)
        pthread_mutex_unlock(&lock);
    pthread_join(worker, 0);
    return 0;
}
