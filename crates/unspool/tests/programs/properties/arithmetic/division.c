// WITH --property=division-by-zero
// Divisors that are zero, of integers.
#include "../twin.h"
#include <pthread.h>
#include <stdlib.h>

#if defined QUOTIENT
int main(void) {
    volatile int zero = 0;
    volatile int a = 1 / (zero + TWIN(0, 1)); // UNSAFE: division by zero
    return a == 7;
}

#elif defined REMAINDER
int main(void) {
    volatile unsigned long zero = 0;
    volatile unsigned long a = 1 % (zero + TWIN(0, 1)); // UNSAFE: division by zero
    return a == 7;
}

#elif defined COMPOUND
int main(void) {
    volatile int divisor = TWIN(0, 2), a = 8;
    a /= divisor; // UNSAFE: division by zero
    return a == 7;
}

#elif defined CHARACTERS
int main(void) {
    volatile signed char divisor = (signed char)TWIN(256, 255), a = 8;
    a %= divisor; // UNSAFE: division by zero
    return a == 7;
}

#elif defined FLOATS
int main(void) {
    volatile TWIN(int, double) zero = 0;
    volatile double a = 1 / zero; // UNSAFE: division by zero
    return a == 7;
}

#elif defined DIV
int main(void) {
    volatile int zero = TWIN(0, 1);
    return div(1, zero).quot == 7; // UNSAFE: division by zero
}

#elif defined LONG_DIV
int main(void) {
    volatile long zero = TWIN(0, 1);
    return lldiv(1, zero).rem == 7; // UNSAFE: division by zero
}

#elif defined SHORT_CIRCUIT
int main(void) {
    volatile int zero = 0;
    return zero != 0 TWIN(|, &&) 1 / zero > 5; // UNSAFE: division by zero
}

#elif defined BY_AN_INTERLEAVING
static _Atomic int divisor = TWIN(1, 2);
static void *work(void *unused) {
    divisor--;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int a = 8 / divisor; // UNSAFE: division by zero
    pthread_join(thread, 0);
    return a == 7;
}

#elif defined CHECKED_AND_CHANGED
static _Atomic int divisor = 1;
static void *work(void *unused) {
    divisor = 0;
    return unused;
}
int main(void) {
    pthread_t thread;
    int a = 0;
    pthread_create(&thread, 0, work, 0);
    int seen = divisor;
    if (seen)
        a = 8 / TWIN(divisor, seen); // UNSAFE: division by zero
    pthread_join(thread, 0);
    return a == 7;
}

#elif defined UNUSED_QUOTIENT
int main(void) {
    volatile int divisor = TWIN(0, 2);
    8 / divisor; // UNSAFE: division by zero
    return 0;
}
#endif
