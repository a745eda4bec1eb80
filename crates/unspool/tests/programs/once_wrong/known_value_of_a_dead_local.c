/* That the value of a variable is known does not mean that reading it is no error: `main` may have returned. */
#include <assert.h>
#include <pthread.h>
static void *worker(void *argument) {
    int *mine = argument;
    assert(*mine);
    return (void *)(long)(0);
}
int main(void) {
    int local = 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &local);
    return 0;
}
