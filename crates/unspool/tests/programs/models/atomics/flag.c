/* atomic_flag_test_and_set, atomic_flag_clear, __atomic_test_and_set, __atomic_clear */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static char byte;
static int inside, got[2];

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, &got[1]);
    work(&got[0]);
    pthread_join(other, 0);
}

#if defined ONE_SETS_IT
static void *work(void *mine) {
    *(int *)mine = !atomic_flag_test_and_set(&flag);
    return 0;
}
int main(void) {
    both(work);
    assert(got[0] + got[1] == 1); // SAFE
}
#elif defined EITHER_SETS_IT
static void *work(void *mine) {
    *(int *)mine = !atomic_flag_test_and_set_explicit(&flag, memory_order_acquire);
    return 0;
}
int main(void) {
    both(work);
    assert(got[0]); // UNSAFE: assertion failed
    assert(got[1]); // UNSAFE: assertion failed
}
#elif defined LOCK
static void *work(void *unused) {
    while (atomic_flag_test_and_set(&flag))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_flag_clear(&flag);
    return 0;
}
int main(void) {
    both(work);
    assert(!atomic_flag_test_and_set(&flag)); // SAFE
}
#elif defined LOCK_OF_A_PLAIN_FLAG
static void *work(void *unused) {
    while (byte)
        ;
    byte = 1;
    inside++;
    assert(inside == 1); // UNSAFE: assertion failed
    inside--;
    byte = 0;
    return 0;
}
int main(void) {
    both(work);
}
#elif defined CLEARED_TOO_EARLY
static void *work(void *unused) {
    while (atomic_flag_test_and_set(&flag))
        ;
    atomic_flag_clear_explicit(&flag, memory_order_release);
    inside++;
    assert(inside == 1); // UNSAFE: assertion failed
    inside--;
    return 0;
}
int main(void) {
    both(work);
}
#elif defined BYTES
static void *work(void *mine) {
    *(int *)mine = !__atomic_test_and_set(&byte, __ATOMIC_ACQUIRE);
    if (*(int *)mine)
        __atomic_clear(&byte, __ATOMIC_RELEASE);
    return 0;
}
int main(void) {
    both(work);
    assert(got[0] + got[1] >= 1 && byte == 0); // SAFE
}
#endif
