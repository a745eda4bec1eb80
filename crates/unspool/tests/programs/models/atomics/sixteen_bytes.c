/* The builtins at 16 bytes, where the compiler has integers of that size */
#include <assert.h>
#include <pthread.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#define UP(x) ((wide)(x) << 64)
#else
typedef unsigned long long wide;
#define UP(x) ((wide)(x) << 32)
#endif
static wide number = 1;

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work((void *)0);
    pthread_join(other, 0);
}

#if defined VALUES
int main(void) {
    wide expected = 0;
    assert(!__atomic_compare_exchange_n(&number, &expected, UP(5), 0, 5, 5) && expected == 1); // SAFE
    assert(__sync_bool_compare_and_swap(&number, 1, UP(5)));
    assert(__atomic_fetch_add(&number, UP(1) + 3, 5) == UP(5));
    assert(__atomic_load_n(&number, 5) == UP(6) + 3);
    assert(__sync_xor_and_fetch(&number, UP(4)) == UP(2) + 3);
    assert(__atomic_exchange_n(&number, 0, 5) == UP(2) + 3 && number == 0);
}
#elif defined ATOMIC
static void *work(void *unused) {
    __atomic_fetch_add(&number, UP(1) - 1, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void) {
    both(work);
    assert(number == UP(2) - 1); // SAFE
}
#elif defined NOT_ATOMIC
static void *work(void *unused) {
    number += UP(1);
    return 0;
}
int main(void) {
    both(work);
    assert(number == UP(2) + 1); // UNSAFE: assertion failed
}
#endif
