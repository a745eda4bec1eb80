// WITH --unwind 1 --rounds 3
// Lamport's bakery for two customers.
// UNSAFE: nobody waits while the other one is choosing a number.
#include <assert.h>
#include <pthread.h>

static int choosing[2], number[2], inside;

static void enter(int me)
{
    int other = 1 - me;
    choosing[me] = 1;
    number[me] = number[other] + 1;
    choosing[me] = 0;
#ifndef UNSAFE
    while (choosing[other])
        ;
#endif
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me)))
        ;
}

static void *customer(void *argument)
{
    int me = (int)(long)argument;
    enter(me);
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, customer, (void *)1L);
    customer((void *)0L);
    return 0;
}
