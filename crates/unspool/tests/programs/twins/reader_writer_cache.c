// WITH --unwind 1 --rounds 2
// A cached square under a read-write lock.
// UNSAFE: who finds the cache stale fills it while it holds the lock for reading only.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int argument = -1, square;

static int squared(int number)
{
    pthread_rwlock_rdlock(&lock);
    int result = square;
    int is_there = argument == number;
    pthread_rwlock_unlock(&lock);
    if (is_there)
        return result;
#ifdef UNSAFE
    pthread_rwlock_rdlock(&lock);
#else
    pthread_rwlock_wrlock(&lock);
#endif
    argument = number;
    square = number * number;
    result = square;
    pthread_rwlock_unlock(&lock);
    return result;
}

static void *work(void *unused)
{
    assert(squared(3) == 9);
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    assert(squared(2) == 4);
    pthread_join(other, 0);
    return 0;
}
