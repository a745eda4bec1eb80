/* pthread_cond_signal and pthread_cond_broadcast */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int waiting, woken, go;

static void *wait_once(void *number) {
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&condition, &mutex);
    woken += (int)(long)number;
    pthread_mutex_unlock(&mutex);
    return 0;
}

#if defined NOBODY_WAITS
int main(void) {
    assert(pthread_cond_signal(&condition) == 0); // SAFE
    assert(pthread_cond_broadcast(&condition) == 0);
    return 0;
}
#elif defined IS_NOT_REMEMBERED
int main(void) {
    pthread_cond_signal(&condition);
    wait_once(0);
    // DEADLOCK
    return 0;
}
#elif defined BROADCAST_IS_NOT_REMEMBERED
int main(void) {
    pthread_cond_broadcast(&condition);
    wait_once(0);
    // DEADLOCK
    return 0;
}
#elif defined WAKES_ONE
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, second;
    pthread_create(&first, 0, wait_once, (void *)1);
    pthread_create(&second, 0, wait_once, (void *)2);
    pthread_mutex_lock(&mutex);
    if (waiting == 2) {
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_join(first, 0); // DEADLOCK
        pthread_join(second, 0); // DEADLOCK
    }
    return 0;
}
#elif defined WAKES_NOT_MORE_THAN_ONE
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, second;
    pthread_create(&first, 0, wait_once, (void *)1);
    pthread_create(&second, 0, wait_once, (void *)2);
    pthread_mutex_lock(&mutex);
    if (waiting == 2) {
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_mutex_lock(&mutex);
        assert(woken != 3); // SAFE
    }
    return 0;
}
#elif defined WAKES_ANY
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, second;
    pthread_create(&first, 0, wait_once, (void *)1);
    pthread_create(&second, 0, wait_once, (void *)2);
    pthread_mutex_lock(&mutex);
    if (waiting == 2) {
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_mutex_lock(&mutex);
        assert(woken != 1); // UNSAFE: assertion failed
        assert(woken != 2); // UNSAFE: assertion failed
    }
    return 0;
}
#elif defined BROADCAST_WAKES_ALL
int main(void) {
    // WITH --no-spurious-wakeups
    pthread_t first, second;
    pthread_create(&first, 0, wait_once, (void *)1);
    pthread_create(&second, 0, wait_once, (void *)2);
    pthread_mutex_lock(&mutex);
    if (waiting == 2) {
        pthread_cond_broadcast(&condition);
        pthread_mutex_unlock(&mutex);
        pthread_join(first, 0);
        pthread_join(second, 0);
        assert(woken == 3); // SAFE
    }
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_cond_destroy(&condition);
    pthread_cond_signal(&condition); // UNSAFE: pthread_cond_signal of a condition variable that has been destroyed
    return 0;
}
#elif defined BROADCAST_TO_A_DESTROYED_ONE
int main(void) {
    pthread_cond_destroy(&condition);
    pthread_cond_broadcast(&condition); // UNSAFE: pthread_cond_broadcast of a condition variable that has been destroyed
    return 0;
}
#endif
