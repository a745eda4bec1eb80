/* pthread_mutex_lock, for each kind of mutex */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t error_checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t zeroed;
int inside;

#if defined EXCLUDES_OTHERS
static void *work(void *mutex) {
    assert(pthread_mutex_lock(mutex) == 0);
    assert(inside == 0); // SAFE
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(mutex);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    pthread_create(&other, 0, work, &zeroed);
    work(&zeroed);
    pthread_join(other, 0);
    return 0;
}
#elif defined DIFFERENT_MUTEXES_DO_NOT
static void *work(void *mutex) {
    pthread_mutex_lock(mutex);
    assert(inside == 0); // UNSAFE: assertion failed
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(mutex);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, &normal);
    work(&zeroed);
    pthread_join(other, 0);
    return 0;
}
#elif defined WAITS_FOR_THE_HOLDER
static void *work(void *unused) {
    pthread_mutex_lock(&normal); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined HOLDER_HAS_ENDED
static void *work(void *unused) { return (void *)(long)pthread_mutex_lock(&recursive); }
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    pthread_mutex_lock(&recursive); // DEADLOCK
    return 0;
}
#elif defined RELOCKS_A_NORMAL_MUTEX
int main(void) {
    pthread_mutex_lock(&normal);
    pthread_mutex_lock(&normal); // UNSAFE: pthread_mutex_lock of a mutex that this thread holds already: it waits for itself for ever (deadlock)
    return 0;
}
#elif defined RELOCKS_AN_ADAPTIVE_MUTEX
int main(void) {
    pthread_mutex_lock(&adaptive);
    pthread_mutex_lock(&adaptive); // UNSAFE: pthread_mutex_lock of a mutex that this thread holds already
    return 0;
}
#elif defined RELOCKS_WHILE_OTHERS_GO_ON
static void *work(void *unused) {
    pthread_mutex_lock(&normal);
    pthread_mutex_lock(&normal); // UNSAFE: waits for itself for ever
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    return 0;
}
#elif defined RELOCKS_A_RECURSIVE_MUTEX
static void *work(void *unused) {
    assert(pthread_mutex_trylock(&recursive) == EBUSY); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    return 0;
}
#elif defined RELOCKS_AN_ERROR_CHECKING_MUTEX
int main(void) {
    assert(pthread_mutex_lock(&error_checking) == 0);
    assert(pthread_mutex_lock(&error_checking) == EDEADLK); // SAFE
    assert(pthread_mutex_unlock(&error_checking) == 0);
    assert(pthread_mutex_lock(&error_checking) == 0);
    return 0;
}
#elif defined DESTROYED
int main(void) {
    pthread_mutex_destroy(&normal);
    pthread_mutex_lock(&normal); // UNSAFE: pthread_mutex_lock of a mutex that has been destroyed
    return 0;
}
#elif defined DESTROYED_WHILE_A_THREAD_WAITS
static void *work(void *unused) {
    pthread_mutex_lock(&normal); // UNSAFE: pthread_mutex_lock of a mutex that has been destroyed
    pthread_mutex_unlock(&normal);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_mutex_lock(&normal);
    pthread_create(&other, 0, work, 0);
    pthread_mutex_unlock(&normal);
    pthread_mutex_destroy(&normal); // UNSAFE: pthread_mutex_destroy of a mutex that is held
    pthread_join(other, 0);
    return 0;
}
#elif defined USABLE_AFTER_A_NEW_INITIALISATION
int main(void) {
    pthread_mutex_destroy(&normal);
    pthread_mutex_init(&normal, 0);
    assert(pthread_mutex_lock(&normal) == 0); // SAFE
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_mutex_lock(&normal);
    pthread_mutex_lock(&normal); // DEADLOCK
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT_UNTIL_ANOTHER_UNLOCKS
static void *unlock(void *unused) {
    pthread_mutex_unlock(&normal);
    return 0;
}
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_t handle;
    pthread_mutex_lock(&normal);
    pthread_create(&handle, 0, unlock, 0);
    pthread_mutex_lock(&normal);
    pthread_join(handle, 0);
    assert(pthread_mutex_trylock(&normal) == EBUSY); // SAFE
    return 0;
}
#endif
