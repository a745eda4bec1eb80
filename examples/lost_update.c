/* Two threads increment a counter without a lock: an update can get lost.

   Try:  unspool run examples/lost_update.c               (most single runs are fine)
         unspool run examples/lost_update.c --runs 1000   (finds a schedule that is not) */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int balance = 100;

static void *deposit(void *amount) {
    int seen = balance;
    balance = seen + *(int *)amount;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    int small = 10, large = 50;

    pthread_create(&first, NULL, deposit, &small);
    pthread_create(&second, NULL, deposit, &large);
    pthread_join(first, NULL);
    pthread_join(second, NULL);

    printf("the balance is %d\n", balance);
    assert(balance == 160);
    return 0;
}
