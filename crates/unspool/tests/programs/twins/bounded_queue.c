// WITH --unwind 2 --rounds 2
// One producer and two consumers at a queue of one place, with condition variables.
// UNSAFE: a consumer that was woken does not look again whether there is something.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int count, item;

#ifdef UNSAFE
#define WHILE if
#else
#define WHILE while
#endif

static void put(int value)
{
    pthread_mutex_lock(&lock);
    while (count == 1)
        pthread_cond_wait(&not_full, &lock);
    item = value;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    WHILE (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    count--;
    assert(count >= 0);
    int value = item;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return value;
}

static void *consume(void *unused)
{
    int value = take();
    assert(value == 1 || value == 2);
    return 0;
}

int main(void)
{
    pthread_t consumers[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&consumers[i], 0, consume, 0);
    put(1);
    put(2);
    for (int i = 0; i < 2; i++)
        pthread_join(consumers[i], 0);
    return 0;
}
