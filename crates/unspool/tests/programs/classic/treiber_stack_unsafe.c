/* A stack whose top is atomic. Here it is stored without a look at whether it is still the one that was seen: nodes
   that others pushed meanwhile are lost. */
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
    node->next = atomic_load(&top);
    atomic_store(&top, node);
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
    assert(length == 3); // UNSAFE: assertion failed
    return 0;
}
