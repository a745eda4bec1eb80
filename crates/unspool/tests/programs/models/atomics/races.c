/* Atomic accesses do not race with each other, but with plain ones; releasing and acquiring order what is around them */
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int number, payload;
static atomic_int shared;
static _Atomic struct pair {
    int low, high;
} whole;
static pthread_t other;

#if defined ATOMIC_WITH_ATOMIC
static void *work(void *unused) {
    int expected = 0;
    __atomic_store_n(&number, 1, __ATOMIC_RELAXED);
    atomic_fetch_add(&shared, 1);
    __atomic_compare_exchange_n(&number, &expected, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    int seen = __atomic_load_n(&number, __ATOMIC_RELAXED) + shared++; // SAFE
    __sync_fetch_and_or(&number, 4);
    return seen < 0;
}
#elif defined RECORDS
static void *work(void *unused) {
    whole = (struct pair){1, 2};
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    struct pair seen = whole, next = {3, 4};
    atomic_compare_exchange_strong(&whole, &seen, next); // SAFE
    atomic_exchange(&whole, next);
}
#elif defined PLAIN_READ
static void *work(void *unused) {
    __atomic_store_n(&number, 1, __ATOMIC_SEQ_CST); // RACE
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    return number < 0; // RACE
}
#elif defined PLAIN_WRITE
static void *work(void *unused) {
    number = 1; // RACE
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    return __atomic_fetch_add(&number, 1, __ATOMIC_SEQ_CST) < 0; // RACE
}
#elif defined INITIALISATION_IS_PLAIN
static void *work(void *unused) {
    __c11_atomic_init(&shared, 1); // RACE
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    return shared < 0; // RACE
}
#elif defined THE_EXPECTED_OBJECT_IS_PLAIN
static int expected = 1;
static void *work(void *unused) {
    atomic_compare_exchange_strong(&shared, &expected, 2); // RACE
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    return expected < 0; // RACE
}
#elif defined MESSAGE
static void *work(void *unused) {
    payload = 42;
    atomic_store_explicit(&shared, 1, memory_order_release);
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    if (atomic_load_explicit(&shared, memory_order_acquire))
        assert(payload == 42); // SAFE
}
#elif defined MESSAGE_WITHOUT_TEST
static void *work(void *unused) {
    payload = 42; // RACE
    atomic_store_explicit(&shared, 1, memory_order_release);
    return 0;
}
int main(void) {
    pthread_create(&other, 0, work, 0);
    atomic_load_explicit(&shared, memory_order_acquire);
    return payload < 0; // RACE
}
#elif defined MESSAGE_BY_EXCHANGE
static void *work(void *unused) {
    payload = 42;
    atomic_fetch_add(&shared, 1);
    return 0;
}
int main(void) {
    int expected = 1;
    pthread_create(&other, 0, work, 0);
    if (atomic_compare_exchange_strong(&shared, &expected, 2))
        assert(payload == 42); // SAFE
}
#endif
