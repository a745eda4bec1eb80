// WITH --unwind 1 --rounds 2
// A thread takes a recursive mutex twice, and gives it back twice; in between it has what it protects for itself.
// UNSAFE: it gives the mutex back, the second time, too early.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int balance;

static void *transfer(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    balance = balance + 1;
    pthread_mutex_unlock(&lock);
#ifdef UNSAFE
    pthread_mutex_unlock(&lock);
    balance = balance - 1;
#else
    balance = balance - 1;
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_t thread;
    pthread_create(&thread, 0, transfer, 0);
    pthread_mutex_lock(&lock);
    assert(balance == 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
