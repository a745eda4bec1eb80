// Threads push nodes and pop some, as often as they like; no node is popped twice.
// UNSAFE: a pop does not look whether what it has seen is still on top.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

#define MOST 16

_Bool __VERIFIER_nondet_bool(void);

struct node {
    struct node *next;
    atomic_int times;
};

static struct node nodes[THREADS][MOST];
static _Atomic(struct node *) top;

static void push(struct node *mine)
{
    mine->next = atomic_load(&top);
    while (!atomic_compare_exchange_strong(&top, &mine->next, mine))
        ;
}

static struct node *pop(void)
{
    struct node *seen = atomic_load(&top);
#ifdef UNSAFE
    if (seen)
        atomic_store(&top, seen->next);
#else
    while (seen && !atomic_compare_exchange_strong(&top, &seen, seen->next))
        ;
#endif
    return seen;
}

static void *work(void *argument)
{
    struct node *own = argument;
    for (int i = 0; i < MOST && __VERIFIER_nondet_bool(); i++) {
        push(&own[i]);
        struct node *popped = pop();
        if (popped)
            assert(atomic_fetch_add(&popped->times, 1) == 0);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, work, nodes[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
