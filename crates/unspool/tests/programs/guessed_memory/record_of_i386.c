// WITH -m32 --unwind 1 --rounds 2
// A record is replaced as a whole under a lock. On i386 a double in it begins at a multiple of four, not of eight.
// UNSAFE: without the lock.
#include <assert.h>
#include <pthread.h>

struct record {
    int number, again;
    char letter;
    double real;
};

static struct record shared = {1, 1, 1, 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *replace(void *unused)
{
    struct record other = {2, 2, 2, 2};
#ifndef UNSAFE
    pthread_mutex_lock(&lock);
#endif
    shared = other;
#ifndef UNSAFE
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, replace, 0);
    pthread_mutex_lock(&lock);
    struct record seen = shared;
    pthread_mutex_unlock(&lock);
    assert(seen.number == seen.again && seen.again == seen.letter && seen.letter == seen.real);
    return 0;
}
