/* What goes wrong depends on two values from outside, and on the schedule. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int limit, used;

static void *spend(void *argument) {
    int amount = *(int *)argument;
    if (used + amount <= limit)
        used = used + amount;
    return 0;
}

int main(void) {
    pthread_t first, second;
    limit = 100;
    int small = __VERIFIER_nondet_int(), large = __VERIFIER_nondet_int();
    if (small < 1 || large < 60 || small > 100 || large > 100)
        return 0;
    pthread_create(&first, 0, spend, &small);
    pthread_create(&second, 0, spend, &large);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(used == 0 || used >= large || small + large > limit);
    return 0;
}
