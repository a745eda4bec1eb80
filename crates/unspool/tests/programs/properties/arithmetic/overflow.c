// WITH --property=no-overflow
// Signed arithmetic that does not fit its type; conversions and unsigned arithmetic always do.
#include "../twin.h"
#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#if defined SUM
int main(void) {
    volatile int a = TWIN(INT_MAX, INT_MAX - 1);
    a = a + 1; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined DIFFERENCE
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1);
    a = a - 1; // UNSAFE: signed overflow in subtraction
    return 0;
}

#elif defined PRODUCT
int main(void) {
    volatile int a = TWIN(46341, 46340);
    a = a * a; // UNSAFE: signed overflow in multiplication
    return 0;
}

#elif defined PRODUCT_OF_THE_SMALLEST
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MAX);
    a = a * -1; // UNSAFE: signed overflow in multiplication
    return 0;
}

#elif defined QUOTIENT
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1), b = -1;
    a = a / b; // UNSAFE: the quotient does not fit its type
    return 0;
}

#elif defined REMAINDER
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1), b = -1;
    a = a % b; // UNSAFE: the quotient does not fit its type
    return 0;
}

#elif defined NEGATION
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1);
    a = -a; // UNSAFE: signed overflow in negation
    return 0;
}

#elif defined INCREMENT
int main(void) {
    volatile int a = TWIN(INT_MAX, INT_MAX - 1);
    a++; // UNSAFE: signed overflow in
    return 0;
}

#elif defined DECREMENT
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1);
    --a; // UNSAFE: signed overflow in
    return 0;
}

#elif defined COMPOUND_SUM
int main(void) {
    volatile int a = INT_MAX - 5;
    a += TWIN(6, 5); // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined COMPOUND_PRODUCT
int main(void) {
    volatile long a = TWIN(LONG_MAX, LONG_MAX / 2);
    a *= 2; // UNSAFE: signed overflow in multiplication
    return 0;
}

#elif defined COMPOUND_QUOTIENT
int main(void) {
    volatile long long a = TWIN(LLONG_MIN, LLONG_MAX), b = -1;
    a /= b; // UNSAFE: the quotient does not fit its type
    return 0;
}

#elif defined LONG_LONG
int main(void) {
    volatile long long a = TWIN(LLONG_MAX, INT_MAX);
    a = a + 1; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined WIDER_TYPE
int main(void) {
    volatile int a = INT_MAX;
    volatile long long sum = TWIN(a + 1, a + 1LL); // UNSAFE: signed overflow in addition
    return sum == 7;
}

#elif defined INT_128
int main(void) {
    __int128 most = (__int128)(~(unsigned __int128)0 >> 1);
    volatile __int128 a = most - TWIN(0, 1);
    a = a + 1; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined PROMOTED
int main(void) {
    volatile signed char a = SCHAR_MAX;
    volatile short b = SHRT_MAX;
    volatile int c = INT_MAX;
    a = a + 1;
    b++;
    c = TWIN(c, b) + 1; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined PRODUCT_OF_UNSIGNED_SHORTS
int main(void) {
    volatile unsigned short a = USHRT_MAX;
    volatile unsigned product = TWIN(a * a, (unsigned)a * a); // UNSAFE: signed overflow in multiplication
    return product == 7;
}

#elif defined NARROWING
int main(void) {
    volatile long long wide = LLONG_MAX;
    volatile int narrow = (int)wide;
    narrow = TWIN(narrow - INT_MAX - 1, narrow - 1); // UNSAFE: signed overflow in subtraction
    return 0;
}

#elif defined UNSIGNED
int main(void) {
    volatile TWIN(int, unsigned) a = INT_MAX;
    a = a + 1; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined QUOTIENT_OF_DIV
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1), b = -1;
    return div(a, b).quot == 7; // UNSAFE: the quotient does not fit its type
}

#elif defined ENUMERATION
enum color { RED = INT_MAX - 1, GREEN };
int main(void) {
    volatile enum color color = TWIN(GREEN, RED);
    volatile int next = (int)color + 1; // UNSAFE: signed overflow in addition
    return next == 7;
}

#elif defined BIT_FIELD
static struct { int small : 4; int whole : 32; } fields = {7, INT_MAX};
int main(void) {
    fields.TWIN(whole, small)++; // UNSAFE: signed overflow in
    return 0;
}

#elif defined POINTER_DIFFERENCE
static char bytes[8];
int main(void) {
    volatile int a = INT_MAX;
    char *end = bytes + 8;
    volatile ptrdiff_t sum = TWIN((int)(end - bytes) + a, (end - bytes) + a); // UNSAFE: signed overflow in addition
    return sum == 7;
}

#elif defined INDEX
static int cells[4] = {1, 2, 3, 4};
int main(void) {
    volatile int at = TWIN(INT_MAX, 2);
    return cells[(at + 1) & 3] == 7; // UNSAFE: signed overflow in addition
}

#elif defined LOOP_COUNTER
int main(void) {
    int sum = 0;
    for (int i = INT_MAX - 3; i TWIN(<=, <) INT_MAX; i++) // UNSAFE: signed overflow in
        sum = i;
    return sum == 7;
}

#elif defined SUM_OF_A_LOOP
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += INT_MAX / TWIN(2, 3); // UNSAFE: signed overflow in addition
    return sum == 7;
}

#elif defined BY_AN_INTERLEAVING
static _Atomic int counter = INT_MAX - TWIN(1, 2);
static void *work(void *unused) {
    int seen = counter;
    counter = seen + 1; // UNSAFE: signed overflow in addition
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    return 0;
}

#elif defined ATOMIC_INCREMENT
static TWIN(int, _Atomic int) counter = INT_MAX;
int main(void) {
    counter++; // UNSAFE: signed overflow in
    return 0;
}

#elif defined BUILTIN
int main(void) {
    volatile int a = INT_MAX;
    int sum = 0;
    int failed = TWIN((sum = a + 1, 0), __builtin_add_overflow(a, 1, &sum)); // UNSAFE: signed overflow in addition
    return failed == 7 && sum == 7;
}

#elif defined ANY_INPUT // WITH --domain=0,1,2147483647
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < TWIN(-5, INT_MAX))
        return 0;
    return a - 1 + TWIN(2, 1) == 7; // UNSAFE: signed overflow in addition
}

#elif defined CONDITION_THAT_IS_NOT_MET
int main(void) {
    volatile int a = INT_MAX;
    if (a < INT_MAX TWIN(|| a > 0, ))
        a = a + 1; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined LEFT_SHIFT
int main(void) {
    volatile int a = 1 << 30;
    a = TWIN(a * 4, a << 2); // UNSAFE: signed overflow in multiplication
    return 0;
}

#elif defined UNUSED_SUM
int main(void) {
    volatile int a = TWIN(INT_MAX, 1);
    (void)(a + 1); // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined LEFT_OF_A_COMMA
int main(void) {
    volatile int a = TWIN(INT_MIN, 1);
    return (-a, 0); // UNSAFE: signed overflow in negation
}

#elif defined SWITCH_WITHOUT_CASES
int main(void) {
    volatile int a = TWIN(INT_MAX, 1);
    switch (a + 1) { // UNSAFE: signed overflow in addition
    default:
        return 0;
    }
}

#elif defined UNUSED_CHOICE
int main(void) {
    volatile int a = INT_MAX;
    a TWIN(>, <) 0 ? a + 1 : 0; // UNSAFE: signed overflow in addition
    return 0;
}

#elif defined ABSOLUTE_VALUE
int main(void) {
    volatile int a = TWIN(INT_MIN, INT_MIN + 1);
    a = abs(a); // UNSAFE: the absolute value does not fit its type
    return 0;
}

#elif defined LONG_ABSOLUTE_VALUE
int main(void) {
    volatile long long a = TWIN(LLONG_MIN, LLONG_MAX);
    a = llabs(a); // UNSAFE: the absolute value does not fit its type
    return 0;
}
#endif
