/* Made by unspool. The program's own functions, with the lines of its source. */
#include "runtime.h"
#include "program.h"
#include "library.h"

#line 14 "bounded_buffer_recheck_unsafe.c"
static void *produce(void *unused)
{
    int i;
    int t2;
    int t3;
    int t4;
    int t5;
#line 15 "bounded_buffer_recheck_unsafe.c"
    i = 1;
#line 15 "bounded_buffer_recheck_unsafe.c"
b1: if (!(i <= 2)) goto b4;
    t2 = model_pthread_mutex_lock(&mutex);
    t3 = count; count = (int)((unsigned int)t3 + 1u); buffer[t3] = i;
    t4 = model_pthread_cond_signal(&not_empty);
    t5 = model_pthread_mutex_unlock(&mutex);
#line 15 "bounded_buffer_recheck_unsafe.c"
    i = (int)((unsigned int)i + 1u); goto b1;
#line 21 "bounded_buffer_recheck_unsafe.c"
b4: return (void *)0;
}

#line 24 "bounded_buffer_recheck_unsafe.c"
static void *consume(void *unused)
{
    int t1;
    int t2;
    int t3;
    int t4;
    int item;
    int t6;
    int t7;
    int t8;
    int t9;
#line 25 "bounded_buffer_recheck_unsafe.c"
    t1 = model_pthread_mutex_lock(&mutex);
    t2 = count; if (!(t2 == 0)) goto b2;
    t3 = model_pthread_cond_wait(&not_empty, &mutex);
b2: t4 = count; if (!(t4 > 0)) goto b6;
    t6 = count; t7 = (int)((unsigned int)t6 - 1u); count = t7; t8 = buffer[t7]; item = t8;
    if (!(item != 0)) goto b5;
    t9 = model_pthread_mutex_unlock(&mutex);
    return (void *)0;
#line 30 "bounded_buffer_recheck_unsafe.c"
b5: model___assert_fail(&str_3[0], &str_1[0], 30u, &str_2[0]); unspool_unexpected("code that is never reached");
#line 28 "bounded_buffer_recheck_unsafe.c"
b6: model___assert_fail(&str_0[0], &str_1[0], 28u, &str_2[0]); unspool_unexpected("code that is never reached");
}

#line 35 "bounded_buffer_recheck_unsafe.c"
int main(void)
{
    int t0;
    int t1;
    void *t2;
    unsigned long t3;
    int t4;
    unsigned long t5;
    int t6;
    unsigned long producer;
    unsigned long consumer;
#line 37 "bounded_buffer_recheck_unsafe.c"
    t0 = model_pthread_create(&producer, (struct anon_9 *)0, &produce, (void *)0);
    t1 = model_pthread_create(&consumer, (struct anon_9 *)0, &consume, (void *)0);
    t2 = consume((void *)0);
    t3 = producer; t4 = model_pthread_join(t3, (void **)0);
    t5 = consumer; t6 = model_pthread_join(t5, (void **)0);
    return 0;
}
