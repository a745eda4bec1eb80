// SAFE
// WITH --races
/* Treiber's stack (1986): the top is replaced by a compare-exchange, again and again until nobody was in between. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int value;
};

_Atomic(struct node *) top;
struct node nodes[3];

static void push(struct node *node) {
    struct node *seen = atomic_load(&top);
    do
        node->next = seen;
    while (!atomic_compare_exchange_weak(&top, &seen, node));
}

static void *push_two(void *unused) {
    push(&nodes[1]);
    push(&nodes[2]);
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, push_two, 0);
    push(&nodes[0]);
    pthread_join(other, 0);
    int length = 0;
    for (struct node *node = top; node != 0; node = node->next)
        length++;
    assert(length == 3);
    return 0;
}
