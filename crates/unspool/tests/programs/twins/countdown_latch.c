// WITH --unwind 2 --rounds 3
// Workers count down a latch; `main` goes on when all have.
// UNSAFE: a worker counts down before it has written its result.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_open = PTHREAD_COND_INITIALIZER;
static int left = 2;
static int results[2];

static void count_down(void)
{
    pthread_mutex_lock(&lock);
    if (--left == 0)
        pthread_cond_broadcast(&is_open);
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    long me = (long)argument;
#ifdef UNSAFE
    count_down();
    results[me] = 10 + (int)me;
#else
    results[me] = 10 + (int)me;
    count_down();
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, (void *)i);
    pthread_mutex_lock(&lock);
    while (left > 0)
        pthread_cond_wait(&is_open, &lock);
    pthread_mutex_unlock(&lock);
    assert(results[0] + results[1] == 21);
    return 0;
}
