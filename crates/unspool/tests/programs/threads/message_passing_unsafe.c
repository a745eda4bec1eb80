// RACE
#include <assert.h>
#include <pthread.h>

int data;
int ready;

static void *send(void *unused) {
    data = 1;
    ready = 1;
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
