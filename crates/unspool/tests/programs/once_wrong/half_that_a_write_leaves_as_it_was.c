#include <pthread.h>
int x;
union {
    int whole;
    unsigned char bytes[4];
    short halves[2];
} mixed;
static void *worker0(void *argument) {
    (void)argument;
    mixed.whole = 1;
    return (void *)(long)(0);
}
int main(void) {
    int v0 = 0;
    pthread_t t0;
    pthread_create(&t0, 0, worker0, &x);
    v0 = mixed.halves[1];
    return 0;
}
