/* Goblint's __goblint_* */
#include <assert.h>
#include <pthread.h>

void __goblint_check(int), __goblint_assert(int), __goblint_assume(int), __goblint_unknown(void *);
void __goblint_assume_join(pthread_t), __goblint_bounded(unsigned long long);
int __VERIFIER_nondet_int(void);

#if defined HOLDS
int main(void) {
    int x = __VERIFIER_nondet_int();
    __goblint_assume(x == 1);
    __goblint_check(x == 1); // SAFE
    __goblint_assert(x == 1);
}
#elif defined CHECK_FAILS
int main(void) {
    __goblint_check(__VERIFIER_nondet_int() == 0); // UNSAFE: __goblint_check fails
}
#elif defined ASSERT_FAILS
int main(void) {
    __goblint_assert(__VERIFIER_nondet_int() == 0); // UNSAFE: __goblint_assert fails
}
#elif defined UNKNOWN
int main(void) {
    int x = 7;
    __goblint_unknown(&x);
    assert(x == 0); // UNSAFE: assertion failed
}
#elif defined WITHOUT_EFFECT
static void *nothing(void *unused) { return 0; }
int main(void) {
    pthread_t t;
    int x = 3;
    pthread_create(&t, 0, nothing, 0);
    __goblint_split_begin(x); // SAFE
    __goblint_split_end(x);
    __goblint_bounded(x);
    __goblint_assume_join(t);
    assert(x == 3);
}
#endif
