/* pthread_rwlock_init and pthread_rwlock_destroy */
#include <assert.h>
#include <pthread.h>
#include <string.h>

pthread_rwlock_t lock;

#if defined INIT_AND_DESTROY
int main(void) {
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    assert(pthread_rwlock_init(&lock, 0) == 0); // SAFE
    assert(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    assert(pthread_rwlock_init(&lock, &attributes) == 0);
    assert(pthread_rwlock_wrlock(&lock) == 0);
    return 0;
}
#elif defined DESTROY_WHILE_READ
int main(void) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock); // UNSAFE: pthread_rwlock_destroy of a read-write lock that is held
    return 0;
}
#elif defined DESTROY_WHILE_WRITTEN
int main(void) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_destroy(&lock); // UNSAFE: pthread_rwlock_destroy of a read-write lock that is held
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_destroy(&lock); // UNSAFE: pthread_rwlock_destroy of a read-write lock that has been destroyed
    return 0;
}
#elif defined OVER_GARBAGE
int main(void) {
    memset(&lock, 0xff, sizeof lock);
    pthread_rwlock_init(&lock, 0);
    assert(pthread_rwlock_wrlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_destroy(&lock) == 0); // SAFE
    return 0;
}
#endif
