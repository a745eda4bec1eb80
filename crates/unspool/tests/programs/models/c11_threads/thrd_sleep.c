/* thrd_sleep and thrd_yield: they take any time, and order nothing */
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

int value;
static int work(void *argument) {
    value = 1;
    return 0;
}

#if defined CODES
int main(void) {
    struct timespec second = {1, 0}, wrong = {0, 1000000000}, remaining;
    assert(thrd_sleep(&second, 0) == 0); // SAFE
    assert(thrd_sleep(&second, &remaining) == 0);
    assert(thrd_sleep(&wrong, 0) < -1);
    thrd_yield();
    return 0;
}
#elif defined ORDERS_NOTHING
int main(void) {
    struct timespec second = {1, 0};
    thrd_t handle;
    thrd_create(&handle, work, 0);
    thrd_sleep(&second, 0);
    thrd_yield();
    assert(value == 1); // UNSAFE: assertion failed
    return 0;
}
#elif defined CANCELLED
static void *sleep_once(void *cancelled) {
    struct timespec second = {1, 0};
    pthread_cancel(pthread_self());
    thrd_sleep(&second, 0);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, sleep_once, 0);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // SAFE
    return 0;
}
#endif
