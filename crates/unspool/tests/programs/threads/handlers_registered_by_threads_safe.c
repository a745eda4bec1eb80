// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int order;

static void first(void) {
    assert(order == 1);
}

static void second(void) {
    order = 1;
}

static void *register_first(void *unused) {
    atexit(first);
    return 0;
}

static void *register_second(void *unused) {
    atexit(second);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, register_first, 0);
    pthread_join(one, 0);
    pthread_create(&other, 0, register_second, 0);
    pthread_join(other, 0);
    return 0;
}
