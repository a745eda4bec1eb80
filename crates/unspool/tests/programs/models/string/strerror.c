/* strerror: each thread has its own text for an unknown number */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *other(void *unused) {
    assert(strcmp(strerror(777), "Unknown error 777") == 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    assert(strcmp(strerror(888), "Unknown error 888") == 0); // SAFE
    pthread_join(t, 0);
}
