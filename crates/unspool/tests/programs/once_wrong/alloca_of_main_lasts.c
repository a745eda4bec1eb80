/* What main allocates on its stack lasts until the process ends, like its variables. */
#include <pthread.h>
#include <stdlib.h>
int x;
int *heap;
static void *worker1(void *argument) {
    (void)argument;
    x = heap[0];
    return (void *)(long)(0);
}
int main(void) {
    int *fresh = 0;
    int some = 0;
    pthread_t t1;
    some = 1 + (0 & 1);
    fresh = __builtin_alloca(some * sizeof(int));
    fresh[some - 1] = 0;
    fresh[0] = 2;
    heap = fresh;
    pthread_create(&t1, 0, worker1, 0);
    return 0;
}
