/* From a read lock to a write lock: here it is not looked at again under the second, and both threads compute. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, computations;

static void *compute_if_missing(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int is_missing = value == 0;
    pthread_rwlock_unlock(&lock);
    if (is_missing) {
        pthread_rwlock_wrlock(&lock);
        value = 42;
        computations++;
        pthread_rwlock_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, compute_if_missing, 0);
    pthread_create(&second, 0, compute_if_missing, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(computations == 1); // UNSAFE: assertion failed
    return 0;
}
