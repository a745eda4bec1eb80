/* A function called as one with a result, and with other arguments. */
#include <pthread.h>
int x; void worker(void *a) { x = 1; }
int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))worker, 0); pthread_join(t, 0); return x; }
