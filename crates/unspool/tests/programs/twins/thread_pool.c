// WITH --unwind 3 --rounds 3
// Workers take jobs until they are told to stop, and stop only when no job is left.
// UNSAFE: a worker stops as soon as it is told to.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, done, must_stop;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
#ifdef UNSAFE
        while (jobs == 0 && !must_stop)
            pthread_cond_wait(&changed, &lock);
        if (must_stop)
            break;
#else
        while (jobs == 0 && !must_stop)
            pthread_cond_wait(&changed, &lock);
        if (jobs == 0)
            break;
#endif
        jobs--;
        done++;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        jobs++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    must_stop = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(worker, 0);
    assert(done == 2);
    return 0;
}
