/* ESBMC's __ESBMC_* */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int nondet_int();
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
size_t __ESBMC_get_object_size(const void *);
int x;

#if defined ASSUME
int main(void) {
    int y = nondet_int();
    __ESBMC_assume(y);
    __ESBMC_assert(y == 1, "one"); // SAFE
}
#elif defined ASSERT_FAILS
int main(void) {
    __ESBMC_assert(nondet_int() == 0, "zero"); // UNSAFE: __ESBMC_assert fails: zero [
}
#elif defined UNREACHABLE
int main(void) {
    __ESBMC_unreachable(); // UNSAFE: __ESBMC_unreachable is reached
}
#elif defined LOOP_INVARIANT
int main(void) {
    for (int i = 0; i < 3; i++)
        __ESBMC_loop_invariant(i < 2); // UNSAFE: __ESBMC_loop_invariant fails
}
#elif defined ATOMIC
static void *add(void *unused) {
    __ESBMC_atomic_begin();
    x++;
    x++;
    __ESBMC_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    __ESBMC_really_atomic_begin();
    assert(x == 0 || x == 2); // SAFE
    __ESBMC_really_atomic_end();
    __ESBMC_yield();
    pthread_join(t, 0);
}
#elif defined WITHOUT_EFFECT
int main(void) {
    __ESBMC_cover(x == 1); // SAFE
    __ESBMC_unroll(10);
    assert(__ESBMC_get_object_size(&x) == sizeof x && __ESBMC_is_little_endian());
}
#elif defined ANY_CONTENT
int main(void) {
    int y = 7, z = 7;
    __ESBMC_init_object(&y);
    assert(y == 0); // UNSAFE: assertion failed
    __ESBMC_init_var(&z);
    assert(z == 0); // UNSAFE: assertion failed
}
#elif defined SAME_OBJECT
int main(void) {
    __ESBMC_same_object(&x, &x); // UNSUPPORTED: __ESBMC_same_object
}
#elif defined POINTER_OBJECT
int main(void) {
    __ESBMC_POINTER_OBJECT(&x); // UNSUPPORTED: __ESBMC_POINTER_OBJECT
}
#elif defined POINTER_OFFSET
int main(void) {
    __ESBMC_POINTER_OFFSET(&x); // UNSUPPORTED: __ESBMC_POINTER_OFFSET
}
#endif
