/* atomic_compare_exchange_weak and the builtins behind it: may fail though the values are equal (C11 7.17.7.4p4) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int slot;
static atomic_int shared;

#if defined FAILS_THOUGH_EQUAL
int main(void) {
    int expected = 0;
    _Bool exchanged = atomic_compare_exchange_weak(&shared, &expected, 1);
    assert(expected == 0 && shared == exchanged);
    assert(exchanged);  // UNSAFE: assertion failed
    assert(!exchanged); // UNSAFE: assertion failed
}
#elif defined SWITCHED_OFF
// WITH --no-weak-failures
int main(void) {
    int expected = 0;
    assert(atomic_compare_exchange_weak(&shared, &expected, 1)); // SAFE
    assert(!atomic_compare_exchange_weak(&shared, &expected, 2) && expected == 1);
}
#elif defined NEVER_SUCCEEDS_THOUGH_DIFFERENT
int main(void) {
    int expected = 7;
    assert(!atomic_compare_exchange_weak(&shared, &expected, 1)); // SAFE
    assert(expected == 0 && shared == 0);
}
#elif defined EXPLICIT_ORDERS
int main(void) {
    int expected = 0;
    assert(atomic_compare_exchange_weak_explicit(&shared, &expected, 1, memory_order_release, memory_order_relaxed)); // UNSAFE: assertion failed
}
#elif defined BUILTIN_BY_VALUE
int main(void) {
    int expected = 0;
    assert(__atomic_compare_exchange_n(&slot, &expected, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); // UNSAFE: assertion failed
}
#elif defined BUILTIN_THROUGH_POINTERS
int main(void) {
    int expected = 0, desired = 1;
    assert(__atomic_compare_exchange(&slot, &expected, &desired, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); // UNSAFE: assertion failed
}
#elif defined BUILTIN_OF_CLANG
int main(void) {
    int expected = 0;
    assert(__c11_atomic_compare_exchange_weak(&shared, &expected, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); // UNSAFE: assertion failed
}
#elif defined BUILTIN_WITH_A_SIZE
int main(void) {
    int expected = 0;
    assert(__atomic_compare_exchange_4(&slot, &expected, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); // UNSAFE: assertion failed
}
#elif defined WEAKNESS_NOT_KNOWN
static int compare(int weak) {
    int expected = 0;
    return __atomic_compare_exchange_n(&slot, &expected, 1, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
int main(void) {
    assert(compare(1)); // UNSAFE: assertion failed
}
#elif defined FLOATING
static _Atomic double real = 0.5;
int main(void) {
    double expected = 0.5;
    _Bool exchanged = atomic_compare_exchange_weak(&real, &expected, 1.5);
    assert(expected == 0.5 && real == (exchanged ? 1.5 : 0.5));
    assert(exchanged); // UNSAFE: assertion failed
}
#elif defined RECORDS
struct pair {
    short low, high;
};
static _Atomic struct pair whole = {1, 2};
int main(void) {
    struct pair expected = {1, 2}, desired = {3, 4};
    _Bool exchanged = atomic_compare_exchange_weak(&whole, &expected, desired);
    assert(expected.low == 1 && expected.high == 2);
    assert(atomic_load(&whole).high == (exchanged ? 4 : 2));
    assert(exchanged);  // UNSAFE: assertion failed
    assert(!exchanged); // UNSAFE: assertion failed
}
#elif defined RECORDS_SWITCHED_OFF
// WITH --no-weak-failures
struct pair {
    short low, high;
};
static _Atomic struct pair whole = {1, 2};
int main(void) {
    struct pair expected = {1, 2}, desired = {3, 4};
    assert(atomic_compare_exchange_weak(&whole, &expected, desired)); // SAFE
}
#elif defined IN_A_LOOP
static void *work(void *unused) {
    int seen = atomic_load(&shared);
    while (!atomic_compare_exchange_weak(&shared, &seen, seen + 1))
        ;
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    assert(shared == 2); // SAFE
}
#elif defined WITHOUT_A_LOOP
// Nobody else is there, so that a programmer may think it must succeed.
static void *work(void *unused) {
    int seen = 0;
    atomic_compare_exchange_weak(&shared, &seen, 1);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    assert(shared == 1); // UNSAFE: assertion failed
}
#endif
