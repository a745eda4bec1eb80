/* A queue on the heap with its lock inside, and C11's threads. Whoever takes does not look again whether there is something to take. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

struct item {
    struct item *next;
    int value;
};

struct queue {
    mtx_t lock;
    int length;
    struct item *first;
};

static void put(struct queue *queue, int value) {
    struct item *item = malloc(sizeof *item);
    item->value = value;
    mtx_lock(&queue->lock);
    item->next = queue->first;
    queue->first = item;
    queue->length++;
    mtx_unlock(&queue->lock);
}

static int take(void *argument) {
    struct queue *queue = argument;
    if (queue->length == 0)
        return 0;
    mtx_lock(&queue->lock);
    struct item *item = queue->first;
    assert(item != NULL);
    queue->first = item->next;
    queue->length--;
    mtx_unlock(&queue->lock);
    free(item);
    return 0;
}

int main(void) {
    struct queue *queue = malloc(sizeof *queue);
    thrd_t other;
    mtx_init(&queue->lock, mtx_plain);
    queue->length = 0;
    queue->first = NULL;
    put(queue, 7);
    thrd_create(&other, take, queue);
    take(queue);
    thrd_join(other, NULL);
    return 0;
}
