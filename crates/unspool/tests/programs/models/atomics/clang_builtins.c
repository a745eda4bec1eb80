/* __c11_atomic_*: what Clang's <stdatomic.h> expands to. Pointers move by elements; floating numbers can be added */
#include <assert.h>
#include <pthread.h>

enum { relaxed, consume, acquire, release, acq_rel, seq_cst };

static _Atomic(int) number;
static struct clang_flag {
    _Atomic(_Bool) value;
} flag;

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work((void *)0);
    pthread_join(other, 0);
}

#if defined VALUES
int main(void) {
    int expected = 9;
    __c11_atomic_init(&number, 5);
    assert(__c11_atomic_load(&number, acquire) == 5); // SAFE
    __c11_atomic_store(&number, 6, release);
    assert(__c11_atomic_exchange(&number, 7, acq_rel) == 6);
    assert(!__c11_atomic_compare_exchange_strong(&number, &expected, 8, seq_cst, relaxed) && expected == 7);
    assert(__c11_atomic_compare_exchange_strong(&number, &expected, 8, seq_cst, relaxed));
    assert(__c11_atomic_fetch_add(&number, 4, relaxed) == 8);
    assert(__c11_atomic_fetch_sub(&number, 2, relaxed) == 12);
    assert(__c11_atomic_fetch_or(&number, 5, relaxed) == 10);
    assert(__c11_atomic_fetch_xor(&number, 3, relaxed) == 15);
    assert(__c11_atomic_fetch_and(&number, 10, relaxed) == 12);
    assert(__c11_atomic_fetch_nand(&number, 8, relaxed) == 8);
    assert(number == ~8);
    assert(__c11_atomic_fetch_max(&number, -3, relaxed) == ~8 && number == -3);
    assert(__c11_atomic_fetch_min(&number, 1, relaxed) == -3 && number == -3);
    __c11_atomic_thread_fence(seq_cst);
    __c11_atomic_signal_fence(seq_cst);
    assert(__c11_atomic_is_lock_free(sizeof number) && !__c11_atomic_is_lock_free(sizeof(char[3])));
}
#elif defined POINTERS_MOVE_BY_ELEMENTS
static long numbers[4] = {10, 11, 12, 13};
int main(void) {
    _Atomic(long *) pointer;
    __c11_atomic_init(&pointer, numbers + 1);
    assert(*__c11_atomic_fetch_add(&pointer, 2, seq_cst) == 11); // SAFE
    assert(*__c11_atomic_fetch_sub(&pointer, 1, seq_cst) == 13);
    assert(*__c11_atomic_load(&pointer, seq_cst) == 12);
    _Atomic(char *) bytes = (char *)numbers;
    __c11_atomic_fetch_add(&bytes, sizeof(long), seq_cst);
    assert(*(long *)bytes == 11);
    // GCC's do not.
    __atomic_fetch_add(&pointer, sizeof(long), seq_cst);
    assert(*pointer == 13);
}
#elif defined FLOATING
static _Atomic(double) sum = 1;
static void *work(void *unused) {
    __c11_atomic_fetch_add(&sum, 0.25, seq_cst);
    return 0;
}
int main(void) {
    both(work);
    assert(__c11_atomic_fetch_sub(&sum, 1, seq_cst) == 1.5 && sum == 0.5); // SAFE
    assert(__c11_atomic_exchange(&sum, 2, seq_cst) == 0.5);
}
#elif defined RECORDS
struct pair {
    int low, high;
};
int main(void) {
    _Atomic(struct pair) whole;
    struct pair first = {1, 2}, second = {3, 4}, expected = {1, 5};
    __c11_atomic_init(&whole, first);
    assert(__c11_atomic_load(&whole, seq_cst).high == 2); // SAFE
    assert(!__c11_atomic_compare_exchange_strong(&whole, &expected, second, seq_cst, seq_cst));
    assert(expected.high == 2);
    assert(__c11_atomic_compare_exchange_strong(&whole, &expected, second, seq_cst, seq_cst));
    assert(__c11_atomic_exchange(&whole, first, seq_cst).low == 3);
    __c11_atomic_store(&whole, second, seq_cst);
    assert(__c11_atomic_load(&whole, seq_cst).low == 3);
}
#elif defined FLAG
// atomic_flag_test_and_set and atomic_flag_clear are these.
static int got[2];
static void *work(void *mine) {
    got[mine != 0] = !__c11_atomic_exchange(&flag.value, 1, seq_cst);
    return 0;
}
int main(void) {
    both(work);
    assert(got[0] + got[1] == 1); // SAFE
    __c11_atomic_store(&flag.value, 0, seq_cst);
    assert(!flag.value);
}
#elif defined TRUTH_VALUES
int main(void) {
    assert(__c11_atomic_fetch_or(&flag.value, 2, seq_cst) == 0 && flag.value == 1); // SAFE
    assert(__c11_atomic_fetch_xor(&flag.value, 1, seq_cst) == 1 && flag.value == 0);
    assert(__c11_atomic_fetch_and(&flag.value, 1, seq_cst) == 0 && flag.value == 0);
}
#elif defined ATOMIC
static void *work(void *unused) {
    __c11_atomic_fetch_add(&number, 1, relaxed);
    __c11_atomic_fetch_max(&number, 1, relaxed);
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // SAFE
}
#elif defined NOT_ATOMIC
static void *work(void *unused) {
    __c11_atomic_store(&number, __c11_atomic_load(&number, relaxed) + 1, relaxed);
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // UNSAFE: assertion failed
}
#endif
