// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
_Atomic int destroyed;

static void destroy(void *value) {
    destroyed += *(int *)value;
}

static void *use(void *unused) {
    static int one = 1;
    pthread_setspecific(key, &one);
    assert(pthread_getspecific(key) == &one);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_key_create(&key, destroy);
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(destroyed == 2);
    assert(pthread_getspecific(key) == 0);
    return 0;
}
