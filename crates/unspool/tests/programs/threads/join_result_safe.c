// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

int value;

static void *end(void *early) {
    if (early)
        pthread_exit(&value);
    return &value;
}

int main(void) {
    pthread_t first, second;
    void *result;
    pthread_create(&first, 0, end, 0);
    pthread_create(&second, 0, end, &first);
    pthread_join(first, &result);
    assert(result == &value);
    pthread_join(second, &result);
    assert(result == &value);
    return 0;
}
