/* atomic_compare_exchange_strong, __atomic_compare_exchange(_n) that are not weak, __sync_(bool|val)_compare_and_swap */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slot;
static atomic_int shared;
static int won[2];

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, &won[1]);
    work(&won[0]);
    pthread_join(other, 0);
}

#if defined ONE_WINS
static void *work(void *mine) {
    int expected = 0;
    *(int *)mine = __atomic_compare_exchange_n(&slot, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    // It fails only because the other has won, and says what it found.
    assert(expected == !*(int *)mine);
    return 0;
}
int main(void) {
    both(work);
    assert(won[0] + won[1] == 1 && slot == 1); // SAFE
}
#elif defined EITHER_WINS
static void *work(void *mine) {
    int expected = 0, desired = 1;
    *(int *)mine = __atomic_compare_exchange(&slot, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(won[0]); // UNSAFE: assertion failed
    assert(won[1]); // UNSAFE: assertion failed
}
#elif defined STANDARD_HEADER
static void *work(void *mine) {
    int expected = 0;
    *(int *)mine = atomic_compare_exchange_strong(&shared, &expected, 1);
    return 0;
}
int main(void) {
    both(work);
    assert(won[0] + won[1] == 1 && shared == 1); // SAFE
}
#elif defined IN_TWO_STEPS
static void *work(void *mine) {
    if (atomic_load(&shared) == 0) {
        atomic_store(&shared, 1);
        *(int *)mine = 1;
    }
    return 0;
}
int main(void) {
    both(work);
    assert(won[0] + won[1] == 1); // UNSAFE: assertion failed
}
#elif defined NEVER_FAILS_SPURIOUSLY
int main(void) {
    int expected = 0;
    assert(atomic_compare_exchange_strong(&shared, &expected, 1) && expected == 0); // SAFE
    assert(!atomic_compare_exchange_strong(&shared, &expected, 2) && expected == 1);
    assert(atomic_compare_exchange_strong_explicit(&shared, &expected, 2, memory_order_relaxed, memory_order_relaxed));
    assert(shared == 2);
}
#elif defined OLD_INTERFACE
static void *work(void *mine) {
    *(int *)mine = __sync_bool_compare_and_swap(&slot, 0, 1);
    assert(__sync_val_compare_and_swap(&slot, 7, 8) == 1);
    return 0;
}
int main(void) {
    both(work);
    assert(won[0] + won[1] == 1 && slot == 1); // SAFE
}
#elif defined ADDITION_IN_A_LOOP
static void *work(void *unused) {
    int seen = slot;
    while (!__atomic_compare_exchange_n(&slot, &seen, seen + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
    return 0;
}
int main(void) {
    both(work);
    assert(slot == 2); // SAFE
}
#elif defined ADDITION_WITHOUT_RETRY
static void *work(void *unused) {
    int seen = slot;
    __atomic_compare_exchange_n(&slot, &seen, seen + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(slot == 2); // UNSAFE: assertion failed
}
#elif defined THE_EXPECTED_VALUE_IS_WRITTEN_SEPARATELY
// On failure the expected object is written plainly, after the comparison.
static int expected;
static void *work(void *mine) {
    slot = 5;
    expected = 3;
    return 0;
}
int main(void) {
    pthread_t other;
    slot = 5;
    pthread_create(&other, 0, work, 0);
    assert(!__atomic_compare_exchange_n(&slot, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    pthread_join(other, 0);
    assert(expected == 5); // UNSAFE: assertion failed
    assert(expected == 3); // UNSAFE: assertion failed
}
#endif
