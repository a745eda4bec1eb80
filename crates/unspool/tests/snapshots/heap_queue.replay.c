/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 17 "heap_queue.c"
static void put(struct queue *queue, int value)
{
    struct item *item;
    void *t3;
    int t4;
    struct item *t5;
    int t6;
    int t7;
    int t8;
#line 18 "heap_queue.c"
    t3 = model_malloc(16ul); item = (struct item *)t3;
    item->value = value;
    t4 = model_mtx_lock(&queue->lock);
    t5 = queue->first; item->next = t5;
    queue->first = item;
    t6 = queue->length; t7 = (int)((unsigned int)t6 + 1u); queue->length = t7;
    t8 = model_mtx_unlock(&queue->lock);
    return;
}

#line 27 "heap_queue.c"
static int take(void *argument)
{
    struct queue *queue;
    int t2;
    int t3;
    struct item *item;
    struct item *t5;
    struct item *t6;
    int t7;
    int t8;
    int t9;
#line 28 "heap_queue.c"
    queue = (struct queue *)argument;
    t2 = queue->length; if (!(t2 == 0)) goto b2;
    return 0;
b2: t3 = model_mtx_lock(&queue->lock);
    t5 = queue->first; item = t5;
    if (!(item != (struct item *)0)) goto b4;
    t6 = item->next; queue->first = t6;
    t7 = queue->length; t8 = (int)((unsigned int)t7 - 1u); queue->length = t8;
    t9 = model_mtx_unlock(&queue->lock);
    model_free((void *)item);
    return 0;
#line 33 "heap_queue.c"
b4: model___assert_fail(&str_0[0], &str_1[0], 33u, &str_2[0]); unspool_unexpected("code that is never reached");
}

#line 41 "heap_queue.c"
int main(void)
{
    struct queue *queue;
    void *t1;
    int t2;
    int t3;
    int t4;
    unsigned long t5;
    int t6;
    unsigned long other;
#line 42 "heap_queue.c"
    t1 = model_malloc(80ul); queue = (struct queue *)t1;
#line 44 "heap_queue.c"
    t2 = model_mtx_init(&queue->lock, 0);
    queue->length = 0;
    queue->first = (struct item *)0;
    put(queue, 7);
    t3 = model_thrd_create(&other, &take, (void *)queue);
    t4 = take((void *)queue);
    t5 = other; t6 = model_thrd_join(t5, (int *)0);
    return 0;
}
