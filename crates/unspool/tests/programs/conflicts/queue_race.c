/* One thread takes the queue's lock to count, the other does not. */

#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    int count;
};

static void add(struct queue *q)
{
    q->count++;
}

void *worker(void *argument)
{
    struct queue *queue = argument;
    pthread_mutex_lock(&queue->lock);
    add(queue);
    pthread_mutex_unlock(&queue->lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    struct queue *queue = malloc(sizeof *queue);
    pthread_mutex_init(&queue->lock, 0);
    queue->count = 0;
    pthread_create(&thread, 0, worker, queue);
    queue->count = 5;
    pthread_join(thread, 0);
    free(queue);
    return 0;
}
