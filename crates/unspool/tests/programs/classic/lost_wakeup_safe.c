// SAFE
// WITH --races
/* Waiting for an event: it is looked for and waited for under the mutex, so that it cannot happen in between. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t happened = PTHREAD_COND_INITIALIZER;
int event;

static void *announce(void *unused) {
    pthread_mutex_lock(&mutex);
    event = 1;
    pthread_cond_signal(&happened);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t announcer;
    pthread_create(&announcer, 0, announce, 0);
    pthread_mutex_lock(&mutex);
    while (!event)
        pthread_cond_wait(&happened, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(announcer, 0);
    return 0;
}
