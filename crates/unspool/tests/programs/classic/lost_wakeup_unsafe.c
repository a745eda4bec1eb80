/* Waiting for an event. Here it is announced without the mutex, perhaps between the look at it and the waiting: the
   signal is lost. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t happened = PTHREAD_COND_INITIALIZER;
int event;

static void *announce(void *unused) {
    event = 1;
    pthread_cond_signal(&happened);
    return 0;
}

int main(void) {
    pthread_t announcer;
    pthread_create(&announcer, 0, announce, 0);
    pthread_mutex_lock(&mutex);
    while (!event)
        pthread_cond_wait(&happened, &mutex); // DEADLOCK
    pthread_mutex_unlock(&mutex);
    pthread_join(announcer, 0);
    return 0;
}
