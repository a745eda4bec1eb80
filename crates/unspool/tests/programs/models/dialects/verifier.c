/* __VERIFIER_error, reach_error, __VERIFIER_assume, __VERIFIER_assert, __VERIFIER_atomic_begin and _end */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_error(void), reach_error(void);
void __VERIFIER_assume(int), __VERIFIER_assert(int);
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);

int x;

#if defined ERROR
int main(void) {
    __VERIFIER_error(); // UNSAFE: __VERIFIER_error is reached
    assert(0);
}
#elif defined ERROR_NOT_REACHED
int main(void) {
    if (x != 0)
        __VERIFIER_error(); // SAFE
}
#elif defined REACH_ERROR
int main(void) {
    reach_error(); // UNSAFE: reach_error is reached
    assert(0);
}
#elif defined OWN_REACH_ERROR
void reach_error(void) { assert(0); } // UNSAFE: reach_error is reached
int main(void) {
    reach_error();
}
#elif defined ASSUME
int main(void) {
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(y & 1);
    assert(y == 1); // SAFE
}
#elif defined ASSERT_FAILS
int main(void) {
    __VERIFIER_assert(__VERIFIER_nondet_int() == 0); // UNSAFE: __VERIFIER_assert fails
}
#elif defined ASSERT_HOLDS
int main(void) {
    __VERIFIER_assert(2); // SAFE
}
#elif defined ATOMIC
static void *add(void *unused) {
    __VERIFIER_atomic_begin();
    x++;
    x++;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    __VERIFIER_atomic_begin();
    assert(x == 0 || x == 2); // SAFE
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
}
#elif defined NOT_ATOMIC
static void *add(void *unused) {
    x++;
    x++;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    __VERIFIER_atomic_begin();
    assert(x == 0 || x == 2); // UNSAFE: assertion failed
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
}
#elif defined ATOMIC_FUNCTION
static void __VERIFIER_atomic_add(void) {
    x++;
    x++;
}
static void *add(void *unused) {
    __VERIFIER_atomic_add();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    __VERIFIER_atomic_begin();
    assert(x == 0 || x == 2); // SAFE
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
}
#endif
