// Threads add to a counter under a lock, a number of times that they are told; `main` compares at the end.
// UNSAFE: one of them forgets the lock.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned counter, wanted[THREADS];

static void *add(void *argument)
{
    unsigned *times = argument;
    for (unsigned i = 0; i < *times; i++) {
#ifdef UNSAFE
        if (times == &wanted[0]) {
            counter++;
            continue;
        }
#endif
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    unsigned sum = 0;
    for (int i = 0; i < THREADS; i++) {
        wanted[i] = __VERIFIER_nondet_uint();
        sum += wanted[i];
        pthread_create(&threads[i], 0, add, &wanted[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(counter == sum);
    return 0;
}
