/* pthread_spin_init, pthread_spin_lock, pthread_spin_trylock, pthread_spin_unlock and pthread_spin_destroy */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_spinlock_t lock;
int inside;

#if defined EXCLUDES_OTHERS
static void *work(void *unused) {
    assert(pthread_spin_lock(&lock) == 0);
    assert(inside == 0); // SAFE
    inside = 1;
    inside = 0;
    assert(pthread_spin_unlock(&lock) == 0);
    return 0;
}
int main(void) {
    // WITH --races
    pthread_t other;
    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}
#elif defined WAITS_FOR_THE_HOLDER
static void *work(void *unused) {
    pthread_spin_lock(&lock); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_spin_init(&lock, PTHREAD_PROCESS_SHARED);
    pthread_spin_lock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined TRYLOCK_CODES
static void *work(void *unused) {
    assert(pthread_spin_trylock(&lock) == EBUSY); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    assert(pthread_spin_trylock(&lock) == 0);
    assert(pthread_spin_trylock(&lock) == EBUSY);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(pthread_spin_unlock(&lock) == 0);
    assert(pthread_spin_trylock(&lock) == 0);
    return 0;
}
#elif defined RELOCK
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock); // UNSAFE: pthread_spin_lock of a spin lock that this thread holds already: it waits for itself for ever (deadlock)
    return 0;
}
#elif defined UNLOCK_A_FREE_ONE
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_unlock(&lock); // UNSAFE: pthread_spin_unlock of a spin lock that is not locked
    return 0;
}
#elif defined UNLOCK_BY_ANOTHER
static void *work(void *unused) {
    pthread_spin_unlock(&lock); // UNSAFE: pthread_spin_unlock of a spin lock that another thread holds
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined LOCK_WITHOUT_INITIALISATION
int main(void) {
    pthread_spin_lock(&lock); // UNSAFE: pthread_spin_lock of a spin lock that is not initialised
    return 0;
}
#elif defined TRYLOCK_WITHOUT_INITIALISATION
int main(void) {
    pthread_spin_trylock(&lock); // UNSAFE: pthread_spin_trylock of a spin lock that is not initialised
    return 0;
}
#elif defined UNLOCK_WITHOUT_INITIALISATION
int main(void) {
    pthread_spin_unlock(&lock); // UNSAFE: pthread_spin_unlock of a spin lock that is not initialised
    return 0;
}
#elif defined DESTROY_WITHOUT_INITIALISATION
int main(void) {
    pthread_spin_destroy(&lock); // UNSAFE: pthread_spin_destroy of a spin lock that is not initialised
    return 0;
}
#elif defined DESTROY_WHILE_HELD
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_destroy(&lock); // UNSAFE: pthread_spin_destroy of a spin lock that is held
    return 0;
}
#elif defined DESTROY_TWICE
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_destroy(&lock); // UNSAFE: pthread_spin_destroy of a spin lock that has been destroyed
    return 0;
}
#elif defined LOCK_DESTROYED
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_lock(&lock); // UNSAFE: pthread_spin_lock of a spin lock that has been destroyed
    return 0;
}
#elif defined TRYLOCK_DESTROYED
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_trylock(&lock); // UNSAFE: pthread_spin_trylock of a spin lock that has been destroyed
    return 0;
}
#elif defined UNLOCK_DESTROYED
int main(void) {
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    pthread_spin_unlock(&lock); // UNSAFE: pthread_spin_unlock of a spin lock that has been destroyed
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock); // DEADLOCK
    return 0;
}
#elif defined RELOCK_WITHOUT_A_REPORT_UNTIL_ANOTHER_UNLOCKS
static void *unlock(void *unused) {
    pthread_spin_unlock(&lock);
    return 0;
}
int main(void) {
    // WITH --ignore=lock-misuse
    pthread_t handle;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&handle, 0, unlock, 0);
    pthread_spin_lock(&lock);
    pthread_join(handle, 0);
    assert(pthread_spin_trylock(&lock) == EBUSY); // SAFE
    return 0;
}
#endif
