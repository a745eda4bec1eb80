// WITH --unwind 1 --rounds 3
// A thread frees what main may still use, but says so under the lock: main looks there first.
// UNSAFE: it spoils the contents before it says so.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_freed;
static int *number;

static void *give_back(void *unused)
{
#ifdef UNSAFE
    *number = 8;
#endif
    pthread_mutex_lock(&lock);
    is_freed = 1;
    free(number);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    number = malloc(sizeof *number);
    if (!number)
        return 0;
    *number = 7;
    pthread_create(&thread, 0, give_back, 0);
    pthread_mutex_lock(&lock);
    if (!is_freed)
        assert(*number == 7);
    pthread_mutex_unlock(&lock);
    return 0;
}
