// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

_Thread_local pthread_key_t key;
_Atomic int destroyed;

static void destroy(void *value) {
    destroyed++;
}

static void *work(void *unused) {
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &destroyed);
    assert(pthread_getspecific(key) == &destroyed);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(destroyed == 2);
    return 0;
}
