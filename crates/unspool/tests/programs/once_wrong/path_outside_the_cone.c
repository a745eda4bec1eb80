/* What the thread read decides nothing that was asked, but its path is part of the execution that is shown. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
unsigned word;
atomic_int a;
static void *worker0(void *argument) {
    int v0 = 0;
    (void)argument;
    v0 = atomic_load(&a);
    word = 1;
    while (v0 < 1)
        v0++;
    return (void *)(long)(0);
}
int main(void) {
    pthread_t t1;
    pthread_create(&t1, 0, worker0, (void *)0L);
    (void)atomic_fetch_add(&a, 1);
    assert(word == 0);
    return 0;
}
