// SAFE
// WITH --races
/* Two withdrawals from one account: looked at and debited in one go. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance = 100;

static void *withdraw(void *unused) {
    pthread_mutex_lock(&lock);
    if (balance >= 80)
        balance -= 80;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, withdraw, 0);
    pthread_create(&second, 0, withdraw, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(balance >= 0);
    return 0;
}
