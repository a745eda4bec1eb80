#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned word;
static void *worker1(void *argument) {
    (void)argument;
    word = 1;
    return (void *)(long)(0);
}
static void *worker0(void *argument) {
    int i = 0;
    pthread_t t0;
    (void)argument;
    pthread_create(&t0, 0, worker1, 0);
    __VERIFIER_atomic_begin();
    i = 0;
    do {
        if (word) {
            break;
        }
    } while (++i < 0 && (0));
    __VERIFIER_atomic_end();
    return (void *)(long)(0);
}
int main(void) {
    pthread_t t0;
    pthread_create(&t0, 0, worker0, 0);
    return 0;
}
