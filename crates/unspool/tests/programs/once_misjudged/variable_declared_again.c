// WITH OR --unwind 3 --contexts 3
// A reader copies a pair under a lock, in a variable of the loop's body, until it is complete.
// UNSAFE: the writer does not take the lock. The copy of the second iteration counted as ended, so that nothing behind the first iteration was looked at.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    int first, second;
};

static struct pair shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument)
{
    for (int i = 1; i <= 2; i++) {
#ifndef UNSAFE
        pthread_mutex_lock(&lock);
#endif
        shared.first = i;
        shared.second = i;
#ifndef UNSAFE
        pthread_mutex_unlock(&lock);
#endif
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    for (int i = 0; i < 3; i++) {
        struct pair copy;
        pthread_mutex_lock(&lock);
        memcpy(&copy, &shared, sizeof copy);
        pthread_mutex_unlock(&lock);
        assert(i == 0 || copy.first == copy.second);
        if (copy.second == 2)
            break;
    }
    pthread_join(thread, 0);
    return 0;
}
