// SAFE
// WITH --races
/* A stack of numbered nodes that are pushed again after they were popped. The top has a version beside the node's
   number, so that a compare-exchange notices that the same node has been away in between (the ABA problem). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct top {
    short node; /* its number; 0 for none */
    short version;
};

_Atomic struct top top = {1, 0};
atomic_short next[3] = {0, 2, 0}; /* 1 lies on 2 */
int taken[3];

static int pop(void) {
    struct top seen = atomic_load(&top);
    while (seen.node != 0) {
        struct top below = {next[seen.node], seen.version + 1};
        if (atomic_compare_exchange_strong(&top, &seen, below))
            break;
    }
    return seen.node;
}

static void push(int node) {
    struct top seen = atomic_load(&top);
    for (;;) {
        next[node] = seen.node;
        struct top above = {node, seen.version + 1};
        if (atomic_compare_exchange_strong(&top, &seen, above))
            break;
    }
}

static void *pop_two_and_push_one(void *unused) {
    int first = pop();
    int second = pop();
    taken[second]++;
    if (first != 0)
        push(first);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, pop_two_and_push_one, 0);
    int mine = pop();
    pthread_join(other, 0);
    taken[mine]++;
    for (int node = pop(); node != 0; node = pop())
        taken[node]++;
    assert(taken[1] == 1 && taken[2] == 1);
    return 0;
}
