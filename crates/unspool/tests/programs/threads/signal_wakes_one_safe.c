// SAFE
#include <pthread.h>

/* Two threads wait on one variable for different conditions, and the one with the lower number is meant: a signal
   that wakes the other is lost. */
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready[2];

static void *wait(void *flag) {
    int *mine = flag;
    pthread_mutex_lock(&mutex);
    while (!*mine)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void announce(int *flag) {
    pthread_mutex_lock(&mutex);
    *flag = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, wait, &ready[0]);
    pthread_create(&second, 0, wait, &ready[1]);
    announce(&ready[0]);
    pthread_join(first, 0);
    announce(&ready[1]);
    pthread_join(second, 0);
    return 0;
}
