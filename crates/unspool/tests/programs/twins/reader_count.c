// WITH --unwind 1 --rounds 3
// The first reader locks writers out, the last one lets them in again (Courtois, Heymans, Parnas 1971).
// UNSAFE: readers count themselves without a lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static sem_t writing;
static int readers, one, two;

static void begin_reading(void)
{
#ifndef UNSAFE
    pthread_mutex_lock(&counting);
#endif
    if (++readers == 1)
        sem_wait(&writing);
#ifndef UNSAFE
    pthread_mutex_unlock(&counting);
#endif
}

static void end_reading(void)
{
#ifndef UNSAFE
    pthread_mutex_lock(&counting);
#endif
    if (--readers == 0)
        sem_post(&writing);
#ifndef UNSAFE
    pthread_mutex_unlock(&counting);
#endif
}

static void *read_both(void *unused)
{
    begin_reading();
    assert(one == two);
    end_reading();
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&writing, 0, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, read_both, 0);
    sem_wait(&writing);
    one++;
    two++;
    sem_post(&writing);
    return 0;
}
