// WITH --unwind 1 --rounds 2
// A thread fills an allocated node and publishes it through a global pointer.
// UNSAFE: it publishes the node first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int key, twice;
};

static struct node *published;

static void *publish(void *unused)
{
    struct node *made = malloc(sizeof *made);
    if (!made)
        return 0;
    made->key = 3;
    made->twice = 0;
#ifdef UNSAFE
    published = made;
    made->twice = 6;
#else
    made->twice = 6;
    published = made;
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
    struct node *seen = published;
    if (seen)
        assert(seen->twice == 2 * seen->key);
    return 0;
}
