/* A call of the library that leaves nothing behind but an open atomic section must not be dropped. */
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
static void *worker0(void *argument) {
    (void)argument;
    __VERIFIER_atomic_begin();
    x = x;
    __VERIFIER_atomic_end();
    return (void *)(long)(0);
}
int main(void) {
    pthread_t t0;
    pthread_create(&t0, 0, worker0, 0);
    x = 1;
    pthread_join(t0, 0);
    return x;
}
