// WITH --unwind 1 --rounds 2
// Money moves between two accounts under both their locks, taken in one order; the sum never changes.
// UNSAFE: the auditor reads under one of the locks only.
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void lock_both(void)
{
    pthread_mutex_lock(&accounts[0].lock);
    pthread_mutex_lock(&accounts[1].lock);
}

static void unlock_both(void)
{
    pthread_mutex_unlock(&accounts[1].lock);
    pthread_mutex_unlock(&accounts[0].lock);
}

static void *transfer(void *argument)
{
    int from = *(int *)argument;
    lock_both();
    accounts[from].balance -= 10;
    accounts[1 - from].balance += 10;
    unlock_both();
    return 0;
}

static void *audit(void *argument)
{
#ifdef UNSAFE
    pthread_mutex_lock(&accounts[0].lock);
    int first = accounts[0].balance;
    pthread_mutex_unlock(&accounts[0].lock);
    pthread_mutex_lock(&accounts[1].lock);
    int sum = first + accounts[1].balance;
    pthread_mutex_unlock(&accounts[1].lock);
#else
    lock_both();
    int sum = accounts[0].balance + accounts[1].balance;
    unlock_both();
#endif
    assert(sum == 100);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int from = 1;
    pthread_create(&threads[0], 0, audit, 0);
    pthread_create(&threads[1], 0, transfer, &from);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
