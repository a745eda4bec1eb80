// SAFE
// WITH --races
/* Transfers between accounts in both directions. The account with the lower number is locked first. */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
} accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(int from, int to, int amount) {
    struct account *first = &accounts[from < to ? from : to];
    struct account *second = &accounts[from < to ? to : from];
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *there(void *unused) {
    transfer(0, 1, 30);
    return 0;
}

static void *back(void *unused) {
    transfer(1, 0, 50);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, there, 0);
    pthread_create(&second, 0, back, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(accounts[0].balance == 120 && accounts[1].balance == 80);
    return 0;
}
