/* A stack of numbered nodes that are pushed again after they were popped. Here the top has no version: a
   compare-exchange does not notice that the same node has been away in between, and puts back what lay below it then
   (the ABA problem). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_short top = 1; /* the node's number; 0 for none */
atomic_short next[3] = {0, 2, 0}; /* 1 lies on 2 */
int taken[3];

static int pop(void) {
    short seen = atomic_load(&top);
    while (seen != 0) {
        short below = next[seen];
        if (atomic_compare_exchange_strong(&top, &seen, below))
            break;
    }
    return seen;
}

static void push(int node) {
    short seen = atomic_load(&top);
    for (;;) {
        next[node] = seen;
        short above = node;
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
    assert(taken[1] == 1 && taken[2] == 1); // UNSAFE: assertion failed
    return 0;
}
