/* Operators on _Atomic objects: compound assignment and increment are one step (C11 6.5.16.2p3), assignment of an expression is not */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void both(void *(*work)(void *)) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work((void *)0);
    pthread_join(other, 0);
}

#if defined INCREMENT
static _Atomic int number;
static void *work(void *unused) {
    number++;
    --number;
    number += 2;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 4); // SAFE
}
#elif defined INCREMENT_OF_A_PLAIN_OBJECT
static int number;
static void *work(void *unused) {
    number++;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // UNSAFE: assertion failed
}
#elif defined INCREMENT_OF_A_VOLATILE_OBJECT
static volatile int number;
static void *work(void *unused) {
    number++;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // UNSAFE: assertion failed
}
#elif defined TWO_ACCESSES
static _Atomic int number;
static void *work(void *unused) {
    number = number + 1;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 2); // UNSAFE: assertion failed
}
#elif defined VALUES_OF_INCREMENTS
static _Atomic unsigned char number = 255;
static int drawn[2];
static void *work(void *mine) {
    if (mine)
        drawn[1] = number++;
    else
        drawn[0] = ++number;
    return 0;
}
int main(void) {
    both(work);
    assert(number == 1);
    assert((drawn[0] == 0 && drawn[1] == 0) || (drawn[0] == 1 && drawn[1] == 255)); // SAFE
}
#elif defined WITHOUT_AN_INSTRUCTION
static _Atomic int product = 1, quotient = 1000, shifted = 1;
static void *work(void *mine) {
    product *= mine ? 3 : 5;
    quotient /= mine ? 10 : 5;
    shifted <<= mine ? 1 : 2;
    return 0;
}
int main(void) {
    both(work);
    assert(product == 15 && quotient == 20 && shifted == 8); // SAFE
}
#elif defined WITHOUT_AN_INSTRUCTION_PLAINLY
static int product = 1;
static void *work(void *mine) {
    product *= mine ? 3 : 5;
    return 0;
}
int main(void) {
    both(work);
    assert(product == 15); // UNSAFE: assertion failed
}
#elif defined FLOATING
static _Atomic double sum;
static _Atomic float scaled = 1;
static void *work(void *unused) {
    sum += 0.5;
    scaled *= 2;
    return 0;
}
int main(void) {
    both(work);
    assert(sum == 1 && scaled == 4); // SAFE
    assert((sum += 0.5) == 1.5 && sum++ == 1.5 && --sum == 1.5 && (sum /= 3) == 0.5 && (sum -= 2) == -1.5);
    _Atomic int whole = 3;
    assert((whole += 1.75) == 4 && (whole *= 2.5) == 10 && whole == 10);
}
#elif defined FLOATING_PLAINLY
static double sum;
static void *work(void *unused) {
    sum += 0.5;
    return 0;
}
int main(void) {
    both(work);
    assert(sum == 1); // UNSAFE: assertion failed
}
#elif defined BITS
static atomic_uint bits = 0xf0;
static atomic_bool parity;
static void *work(void *mine) {
    bits |= mine ? 1 : 2;
    bits &= mine ? ~0x10u : ~0x20u;
    parity ^= 1;
    return 0;
}
int main(void) {
    both(work);
    assert(bits == 0xc3 && parity == 0); // SAFE
}
#elif defined POINTERS
static int numbers[4] = {0, 1, 2, 3};
static int *_Atomic next = numbers;
static int drawn[2];
static void *work(void *mine) {
    drawn[mine != 0] = *next++;
    return 0;
}
int main(void) {
    both(work);
    assert(drawn[0] + drawn[1] == 1 && next == numbers + 2); // SAFE
}
#elif defined POINTERS_PLAINLY
static int numbers[4] = {0, 1, 2, 3};
static int *next = numbers;
static int drawn[2];
static void *work(void *mine) {
    drawn[mine != 0] = *next++;
    return 0;
}
int main(void) {
    both(work);
    assert(drawn[0] + drawn[1] == 1); // UNSAFE: assertion failed
}
#elif defined MEMBERS_AND_ELEMENTS
static struct {
    char plain;
    _Atomic short count;
    atomic_int each[2];
} record;
static void *work(void *mine) {
    record.count += 1;
    record.each[1]++;
    return 0;
}
int main(void) {
    both(work);
    assert(record.count == 2 && record.each[0] == 0 && record.each[1] == 2); // SAFE
}
#elif defined ON_THE_STACK
static void *work(void *counter) {
    ++*(atomic_int *)counter;
    return 0;
}
int main(void) {
    atomic_int counter = 0;
    pthread_t other;
    pthread_create(&other, 0, work, &counter);
    counter++;
    pthread_join(other, 0);
    assert(counter == 2); // SAFE
}
#endif
