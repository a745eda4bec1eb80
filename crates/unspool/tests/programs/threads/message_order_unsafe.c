// UNSAFE: data == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

static void *send(void *unused) {
    ready = 1;
    data = 1;
    return 0;
}

static void *receive(void *unused) {
    if (ready)
        assert(data == 1);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, send, 0);
    pthread_create(&second, 0, receive, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
