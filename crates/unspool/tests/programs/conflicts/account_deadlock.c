/* Two transfers take the locks of two accounts in opposite orders. */

#include <pthread.h>

struct account {
    int balance;
    pthread_mutex_t lock;
};

struct account here = {10, PTHREAD_MUTEX_INITIALIZER};
struct account there = {0, PTHREAD_MUTEX_INITIALIZER};

static void transfer(struct account *from, struct account *to)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *give(void *unused)
{
    transfer(&here, &there);
    return unused;
}

void *take(void *unused)
{
    transfer(&there, &here);
    return unused;
}

int main(void)
{
    pthread_t giver, taker;
    pthread_create(&giver, 0, give, 0);
    pthread_create(&taker, 0, take, 0);
    pthread_join(giver, 0);
    pthread_join(taker, 0);
    return 0;
}
