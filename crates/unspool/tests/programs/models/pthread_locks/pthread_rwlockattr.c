/* pthread_rwlockattr_init and all that sets and gets the attributes of read-write locks */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlockattr_t attributes;

#if defined VALUES
int main(void) {
    pthread_rwlock_t lock;
    int value = -1;
    assert(pthread_rwlockattr_init(&attributes) == 0); // SAFE
    assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_setpshared(&attributes, 2) == EINVAL);
    assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0 && value == PTHREAD_RWLOCK_DEFAULT_NP);
    assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
    assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0);
    assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    assert(pthread_rwlockattr_setkind_np(&attributes, 3) == EINVAL);
    assert(pthread_rwlock_init(&lock, &attributes) == 0 && pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlockattr_destroy(&attributes) == 0);
    return 0;
}
#elif defined NOT_SYNCHRONISED
static void *work(void *unused) {
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP); // RACE
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_rwlock_t lock;
    pthread_rwlockattr_init(&attributes);
    pthread_create(&other, 0, work, 0);
    pthread_rwlock_init(&lock, &attributes); // RACE
    pthread_join(other, 0);
    return 0;
}
#endif
