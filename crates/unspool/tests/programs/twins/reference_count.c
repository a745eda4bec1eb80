// WITH --unwind 1 --rounds 3
// Whoever gives up the last reference ends the object, and nobody else does.
// UNSAFE: the count is decreased and read again in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int is_alive;
};

static atomic_int ended;

static void release(struct object *object)
{
    assert(object->is_alive);
#ifdef UNSAFE
    atomic_fetch_sub(&object->references, 1);
    if (atomic_load(&object->references) == 0) {
#else
    if (atomic_fetch_sub(&object->references, 1) == 1) {
#endif
        object->is_alive = 0;
        atomic_fetch_add(&ended, 1);
    }
}

static void *work(void *argument)
{
    release(argument);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    struct object *object = malloc(sizeof *object);
    atomic_init(&object->references, 2);
    object->is_alive = 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, object);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(ended == 1);
    free(object);
    return 0;
}
