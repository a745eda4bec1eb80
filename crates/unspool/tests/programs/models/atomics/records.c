/* Atomic structs and unions: read, written, exchanged and compared as a whole, whatever their size */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
    int low, high;
};
struct tagged {
    int *pointer;
    unsigned long tag;
};
struct odd {
    char bytes[3];
};
struct large {
    int numbers[7];
};

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work((void *)0);
    pthread_join(other, 0);
}

#if defined NEVER_HALF_WRITTEN
static _Atomic struct pair whole;
static void *work(void *unused) {
    whole = (struct pair){1, 1};
    atomic_store(&whole, ((struct pair){2, 2}));
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    struct pair seen = whole;
    assert(seen.low == seen.high); // SAFE
    seen = atomic_load(&whole);
    assert(seen.low == seen.high);
}
#elif defined PLAIN_ONES_ARE
static struct pair whole;
static void *work(void *unused) {
    whole = (struct pair){1, 1};
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    struct pair seen = whole;
    assert(seen.low == seen.high); // UNSAFE: assertion failed
}
#elif defined THE_VALUE_OF_AN_ASSIGNMENT
// What was stored, whatever others have stored since.
static _Atomic struct pair whole;
static void *work(void *unused) {
    whole = (struct pair){2, 2};
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    struct pair stored = whole = (struct pair){1, 1};
    assert(stored.low == 1 && stored.high == 1); // SAFE
}
#elif defined EXCHANGED
static _Atomic struct pair whole = {1, 0};
static int taken[2];
static void *work(void *mine) {
    taken[mine != 0] = atomic_exchange(&whole, ((struct pair){0, 5})).low;
    return 0;
}
int main(void) {
    both(work);
    assert(taken[0] + taken[1] == 1 && atomic_load(&whole).high == 5); // SAFE
}
#elif defined POINTERS_WITH_A_TAG
// Two words: a pointer stays one, and the tag tells it from itself.
static int numbers[2] = {10, 11};
static _Atomic struct tagged top = {numbers, 0};
static int won[2];
static void *work(void *mine) {
    struct tagged seen = atomic_load(&top);
    struct tagged next = {numbers + 1, seen.tag + 1};
    won[mine != 0] = atomic_compare_exchange_strong(&top, &seen, next);
    assert(*seen.pointer == 10 || *seen.pointer == 11);
    return 0;
}
int main(void) {
    both(work);
    struct tagged last = top;
    assert(won[0] + won[1] >= 1 && last.tag == won[0] + won[1]); // SAFE
    assert(*last.pointer == 11);
}
#elif defined EQUAL_BUT_FOR_THE_TAG
static int number;
static _Atomic struct tagged top = {&number, 1};
int main(void) {
    struct tagged expected = {&number, 2}, desired = {0, 3};
    assert(!atomic_compare_exchange_strong(&top, &expected, desired)); // SAFE
    assert(expected.pointer == &number && expected.tag == 1);
    assert(atomic_compare_exchange_strong(&top, &expected, desired));
    assert(atomic_load(&top).pointer == 0 && atomic_load(&top).tag == 3);
}
#elif defined THREE_BYTES
static struct odd plain = {"abc"};
int main(void) {
    struct odd expected = {"abd"}, desired = {"xyz"}, found;
    assert(!__atomic_compare_exchange(&plain, &expected, &desired, 0, 5, 5)); // SAFE
    assert(expected.bytes[2] == 'c');
    assert(__atomic_compare_exchange(&plain, &expected, &desired, 0, 5, 5));
    __atomic_load(&plain, &found, 5);
    assert(found.bytes[0] == 'x' && found.bytes[2] == 'z');
    __atomic_store(&plain, &expected, 5);
    assert(plain.bytes[2] == 'c');
}
#elif defined LARGE
static _Atomic struct large whole;
static void *work(void *unused) {
    struct large seen = whole, next;
    do {
        next = seen;
        next.numbers[6] = ++next.numbers[0];
    } while (!atomic_compare_exchange_strong(&whole, &seen, next));
    return 0;
}
int main(void) {
    both(work);
    struct large last = whole;
    assert(last.numbers[0] == 2 && last.numbers[6] == 2); // SAFE
}
#elif defined PADDING_DOES_NOT_COUNT
struct padded {
    char first;
    int second : 5, third : 20;
    long double last;
};
static _Atomic struct padded whole = {1, 2, 3, 0.5L};
int main(void) {
    struct padded expected, desired = {4, 5, 6, 0.25L};
    __builtin_memset(&expected, 0xff, sizeof expected);
    expected.first = 1, expected.second = 2, expected.third = 4, expected.last = 0.5L;
    assert(!atomic_compare_exchange_strong(&whole, &expected, desired)); // SAFE
    assert(expected.third == 3);
    assert(atomic_compare_exchange_strong(&whole, &expected, desired));
    expected = whole;
    assert(expected.first == 4 && expected.second == 5 && expected.third == 6 && expected.last == 0.25L);
}
#elif defined UNIONS
static _Atomic union {
    unsigned word;
    unsigned char bytes[4];
} shared = {1};
int main(void) {
    __typeof__((void)0, shared) seen = shared, next = seen;
    next.bytes[1] = 1;
    assert(atomic_compare_exchange_strong(&shared, &seen, next)); // SAFE
    seen = atomic_load(&shared);
    assert(seen.word == 0x101);
}
#elif defined MOST_LARGE
struct huge {
    char bytes[10000];
};
static _Atomic struct huge whole;
int main(void) {
    struct huge seen = whole;
    return !atomic_compare_exchange_strong(&whole, &seen, seen); // UNSUPPORTED: a compare-exchange of `struct huge`, which has 10000 bytes
}
#endif
