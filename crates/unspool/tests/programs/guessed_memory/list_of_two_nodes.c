// WITH --unwind 2 --rounds 3
// Two threads push a node each to a list; both are there in the end.
// UNSAFE: one of them pushes without the lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *value)
{
    struct node *made = malloc(sizeof *made);
    made->value = (int)(long)value;
#ifdef UNSAFE
    if (made->value == 2) {
        made->next = head;
        head = made;
        return 0;
    }
#endif
    pthread_mutex_lock(&lock);
    made->next = head;
    head = made;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, push, (void *)1);
    pthread_create(&second, 0, push, (void *)2);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(head && head->next && !head->next->next);
    assert(head->value + head->next->value == 3);
    return 0;
}
