// WITH OR --unwind 2 --contexts 6
// Two workers return pointers to their results. A loop waits for both, and declares the pointer in its body.
// UNSAFE: the second result is wrong. The variable of the second iteration counted as ended, since that of the first had; what used its address came to nothing.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int results[2];

static void *worker(void *argument)
{
    int *result = argument;
#ifdef UNSAFE
    *result = result == &results[0] ? 1 : 2;
#else
    *result = 1;
#endif
    return result;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &results[i]);
    for (int i = 0; i < 2; i++) {
        int *result;
        pthread_join(threads[i], (void **)&result);
        if (!result)
            return 1;
        assert(*result == 1);
    }
    return 0;
}
