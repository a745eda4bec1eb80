// WITH --unwind 2 --rounds 2
// Main waits on a condition variable until a thread has put something down.
// UNSAFE: the thread signals, then puts it down without the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_there, what;

static void *put(void *unused)
{
    pthread_mutex_lock(&lock);
#ifndef UNSAFE
    what = 5;
#endif
    is_there = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
#ifdef UNSAFE
    what = 5;
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, put, 0);
    pthread_mutex_lock(&lock);
    while (!is_there)
        pthread_cond_wait(&changed, &lock);
    int seen = what;
    pthread_mutex_unlock(&lock);
    assert(seen == 5);
    return 0;
}
