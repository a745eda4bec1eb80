// WITH --unwind 1 --rounds 2
// Double-checked locking: whoever comes first makes the object, once, and nobody sees half of it.
// UNSAFE: the pointer is published before the object is complete.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
    int width, height;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct config *) config;
static int made;

static struct config *get(void)
{
    struct config *seen = atomic_load(&config);
    if (seen)
        return seen;
    pthread_mutex_lock(&lock);
    seen = atomic_load(&config);
    if (!seen) {
        seen = calloc(1, sizeof *seen);
#ifdef UNSAFE
        atomic_store(&config, seen);
#endif
        seen->width = 4;
        seen->height = 3;
        made++;
#ifndef UNSAFE
        atomic_store(&config, seen);
#endif
    }
    pthread_mutex_unlock(&lock);
    return seen;
}

static void *use(void *unused)
{
    struct config *mine = get();
    assert(mine->width * mine->height == 12);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, use, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(made == 1);
    return 0;
}
