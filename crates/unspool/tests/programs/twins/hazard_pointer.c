// WITH --unwind 1 --rounds 3
// A reader announces which node it uses before it uses it; a writer that replaces the node waits for readers of the old one.
// UNSAFE: the reader does not look again whether the node that it announced is still the current one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    int value;
};

static struct node nodes[2] = {{1}, {2}};
static _Atomic(struct node *) current = &nodes[0];
static _Atomic(struct node *) hazard;

static void *write_next(void *unused)
{
    struct node *old = atomic_exchange(&current, &nodes[1]);
    while (atomic_load(&hazard) == old)
        ;
    old->value = 0; // Used for something else.
    return 0;
}

int main(void)
{
    pthread_t writer;
    pthread_create(&writer, 0, write_next, 0);
    struct node *mine = atomic_load(&current);
    atomic_store(&hazard, mine);
#ifndef UNSAFE
    while (mine != atomic_load(&current)) {
        mine = atomic_load(&current);
        atomic_store(&hazard, mine);
    }
#endif
    assert(mine->value != 0);
    atomic_store(&hazard, 0);
    pthread_join(writer, 0);
    return 0;
}
