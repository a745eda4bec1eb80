/* assert, as <assert.h> expands it */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

#if defined HOLDS
int main(void) {
    assert(1 + 1 == 2); // SAFE
}
#elif defined FAILS
int main(void) {
    assert(__VERIFIER_nondet_int() == 0); // UNSAFE: assertion failed: __VERIFIER_nondet_int() == 0 [unreach-call]
}
#elif defined ENDS_THE_PROCESS
int main(void) {
    assert(0); // UNSAFE: assertion failed
    assert(1 == 2);
}
#elif defined IN_A_THREAD
static void *fails(void *unused) {
    assert(unused != 0); // UNSAFE: assertion failed: unused != 0
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, fails, 0);
    pthread_join(t, 0);
}
#endif
