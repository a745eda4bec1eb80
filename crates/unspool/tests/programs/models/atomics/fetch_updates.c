/* __atomic_fetch_X, __atomic_X_fetch, __sync_fetch_and_X, __sync_X_and_fetch, atomic_fetch_X: nothing comes between the read and the write */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int number;
static atomic_int shared;
static unsigned char byte;
static long long wide;
static int drawn[2];

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work((void *)0);
    pthread_join(other, 0);
}

#if defined ADD_ATOMICALLY
static void *work(void *unused) {
    __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&byte, 255, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2 && byte == 254); // SAFE
}
#elif defined ADD_PLAINLY
static void *work(void *unused) {
    number += 1;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // UNSAFE: assertion failed
}
#elif defined ADD_IN_TWO_STEPS
static void *work(void *unused) {
    __atomic_store_n(&number, __atomic_load_n(&number, __ATOMIC_SEQ_CST) + 1, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // UNSAFE: assertion failed
    assert(number == 1); // UNSAFE: assertion failed
}
#elif defined OLD_INTERFACE
static void *work(void *unused) {
    __sync_fetch_and_sub(&number, 2);
    __sync_add_and_fetch(&wide, 1LL << 40);
    return 0;
}
int main(void) {
    both(work);
    assert(number == -4 && wide == 1LL << 41); // SAFE
}
#elif defined STANDARD_HEADER
static void *work(void *unused) {
    atomic_fetch_add(&shared, 3);
    atomic_fetch_sub_explicit(&shared, 1, memory_order_acq_rel);
    return 0;
}
int main(void) {
    both(work);
    assert(shared == 4); // SAFE
}
#elif defined BITS
static void *work(void *mine) {
    if (mine)
        __atomic_fetch_or(&number, 1, __ATOMIC_SEQ_CST);
    else
        __sync_or_and_fetch(&number, 6);
    __atomic_xor_fetch(&byte, mine ? 0xf0 : 0x0f, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(number == 7 && byte == 0xff); // SAFE
    __atomic_fetch_and(&number, 5, __ATOMIC_SEQ_CST);
    assert(number == 5);
    __atomic_fetch_nand(&number, 4, __ATOMIC_SEQ_CST);
    assert(number == ~4);
}
#elif defined BITS_PLAINLY
static void *work(void *mine) {
    number |= mine ? 1 : 6;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 7); // UNSAFE: assertion failed
}
#elif defined TICKETS
static void *work(void *mine) {
    drawn[mine != 0] = __atomic_fetch_add(&number, 1, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(drawn[0] + drawn[1] == 1); // SAFE
}
#elif defined TICKETS_COME_IN_ANY_ORDER
static void *work(void *mine) {
    drawn[mine != 0] = __atomic_add_fetch(&number, 1, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(drawn[0] == 1); // UNSAFE: assertion failed
    assert(drawn[0] == 2); // UNSAFE: assertion failed
}
#elif defined BITS_OF_POINTERS
static int *pointer = &number;
static void *work(void *mine) {
    __atomic_fetch_or(&pointer, mine ? 1 : 2, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(((unsigned long)pointer & 3) == 3); // SAFE
    __sync_fetch_and_and(&pointer, ~3ul);
    assert(*pointer == 0);
}
#endif
