// WITH --unwind 2 --rounds 3
// Two producers fill a ring of two places; semaphores count what is free and what is filled.
// UNSAFE: producers choose their place without a lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_places, filled_places;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[2];
static unsigned next;

static void put(int value)
{
    sem_wait(&free_places);
#ifndef UNSAFE
    pthread_mutex_lock(&lock);
#endif
    unsigned place = next % 2;
    ring[place] = value;
    next = next + 1;
#ifndef UNSAFE
    pthread_mutex_unlock(&lock);
#endif
    sem_post(&filled_places);
}

static void *produce(void *argument)
{
    put((int)(long)argument);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&free_places, 0, 2);
    sem_init(&filled_places, 0, 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, produce, (void *)(i + 1));
    sem_wait(&filled_places);
    sem_wait(&filled_places);
    assert(ring[0] + ring[1] == 3);
    return 0;
}
