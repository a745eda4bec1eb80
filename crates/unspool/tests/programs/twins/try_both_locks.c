// WITH --unwind 2 --rounds 2
// Who gets one lock but not the other gives the first one back and tries again.
// UNSAFE: after some attempts it goes on with what it has.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int eating;

static void eat(void)
{
    eating++;
    assert(eating == 1);
    eating--;
}

static void *dine(void *argument)
{
    pthread_mutex_t *first = argument ? &right : &left;
    pthread_mutex_t *second = argument ? &left : &right;
    for (int attempt = 0; attempt < 2; attempt++) {
        pthread_mutex_lock(first);
#ifdef UNSAFE
        if (pthread_mutex_trylock(second) == 0) {
            eat();
            pthread_mutex_unlock(second);
            pthread_mutex_unlock(first);
            return 0;
        }
        if (attempt == 1)
            eat();
#else
        if (pthread_mutex_trylock(second) == 0) {
            eat();
            pthread_mutex_unlock(second);
        }
#endif
        pthread_mutex_unlock(first);
    }
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, dine, &right);
    dine(0);
    pthread_join(other, 0);
    return 0;
}
