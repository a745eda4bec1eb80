/* An argument that fails does so before the call through a pointer to no function. */
#include <pthread.h>
static int helper0(int value) {
    (void)value;
    return 0;
}
static int (*function)(int) = helper0;
static void *worker0(void *argument) {
    int v0 = 0;
    (void)argument;
    v0 = function((0 / 0));
    return (void *)(long)(0);
}
int main(void) {
    pthread_t t0;
    pthread_create(&t0, 0, worker0, 0);
    function = 0;
    return 0;
}
