/* CBMC's __CPROVER_*: assumptions, assertions, atomic sections, memory */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int nondet_int();
int x;

#if defined ASSUME_UNDECLARED
int main(void) {
    int y = nondet_int();
    __CPROVER_assume(y & 1);
    assert(y == 1); // SAFE
}
#elif defined ASSUME_DECLARED
void __CPROVER_assume(_Bool);
int main(void) {
    int y = nondet_int();
    __CPROVER_assume(y == 1);
    assert(y == 1); // SAFE
}
#elif defined ASSERT_WITH_A_TEXT
int main(void) {
    __CPROVER_assert(nondet_int() == 0, "is zero"); // UNSAFE: __CPROVER_assert fails: is zero [
}
#elif defined ASSERT_DECLARED
void __CPROVER_assert(_Bool condition, const char *description);
int main(void) {
    __CPROVER_assert(nondet_int() < 2, "small"); // SAFE
}
#elif defined GOES_ON_AFTER_A_FAILED_ONE
// WITH --ignore=unreach-call
int main(void) {
    __CPROVER_assert(0, "goes on");
    *(volatile int *)0 = 1; // UNSAFE: null pointer
}
#elif defined CONTRACTS
int main(void) {
    int y = nondet_int();
    __CPROVER_precondition(y == 0, "before"); // UNSAFE: __CPROVER_precondition fails: before [
    __CPROVER_postcondition(y == 1, "after"); // UNSAFE: __CPROVER_postcondition fails: after [
}
#elif defined ATOMIC
static void *add(void *unused) {
    __CPROVER_atomic_begin();
    x++;
    x++;
    __CPROVER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    __CPROVER_atomic_begin();
    assert(x == 0 || x == 2); // SAFE
    __CPROVER_atomic_end();
    pthread_join(t, 0);
}
#elif defined WITHOUT_EFFECT
int main(void) {
    __CPROVER_fence("WWfence", "RRfence"); // SAFE
    __CPROVER_cover(x == 3);
    __CPROVER_input("x", x);
    __CPROVER_output("x", x);
    __CPROVER_printf("%d", x);
    assert(x == 0);
}
#elif defined HAVOC_OBJECT
int main(void) {
    int y = 7, z = 7;
    __CPROVER_havoc_object(&y);
    assert(z == 7);
    assert(y == 0); // UNSAFE: assertion failed
}
#elif defined HAVOC_SLICE
int main(void) {
    char bytes[3] = {7, 7, 7};
    __CPROVER_havoc_slice(bytes + 1, 1);
    assert(bytes[0] == 7 && bytes[2] == 7);
    assert(bytes[1] == 0); // UNSAFE: assertion failed
}
#elif defined ALLOCATE
void *__CPROVER_allocate(size_t, _Bool);
size_t __CPROVER_OBJECT_SIZE(const void *);
int main(void) {
    char *p = __CPROVER_allocate(4, 1);
    assert(p[3] == 0 && __CPROVER_OBJECT_SIZE(p) == 4); // SAFE
    __CPROVER_deallocate(p);
}
#elif defined DEALLOCATED
void *__CPROVER_allocate(size_t, _Bool);
int main(void) {
    char *p = __CPROVER_allocate(4, 1);
    __CPROVER_deallocate(p);
    p[0] = 1; // UNSAFE: use after free
}
#elif defined ARRAYS
int main(void) {
    char a[3] = {1, 2, 3}, b[3] = {0};
    __CPROVER_array_copy(b, a);
    assert(b[2] == 3); // SAFE
    __CPROVER_array_set(a, 9);
    assert(a[0] == 9 && a[2] == 9);
}
#elif defined READABLE
int main(void) {
    __CPROVER_r_ok(&x, sizeof x); // UNSUPPORTED: __CPROVER_r_ok
}
#elif defined WRITABLE
int main(void) {
    __CPROVER_w_ok(&x, sizeof x); // UNSUPPORTED: __CPROVER_w_ok
}
#elif defined READABLE_AND_WRITABLE
int main(void) {
    __CPROVER_rw_ok(&x, sizeof x); // UNSUPPORTED: __CPROVER_rw_ok
}
#elif defined SAME_OBJECT
int main(void) {
    __CPROVER_same_object(&x, &x); // UNSUPPORTED: __CPROVER_same_object
}
#elif defined POINTER_OBJECT
int main(void) {
    __CPROVER_POINTER_OBJECT(&x); // UNSUPPORTED: __CPROVER_POINTER_OBJECT
}
#elif defined POINTER_OFFSET
int main(void) {
    __CPROVER_POINTER_OFFSET(&x); // UNSUPPORTED: __CPROVER_POINTER_OFFSET
}
#elif defined DYNAMIC_OBJECT
int main(void) {
    __CPROVER_DYNAMIC_OBJECT(&x); // UNSUPPORTED: __CPROVER_DYNAMIC_OBJECT
}
#elif defined LIVE_OBJECT
int main(void) {
    __CPROVER_LIVE_OBJECT(&x); // UNSUPPORTED: __CPROVER_LIVE_OBJECT
}
#elif defined IS_FRESH
int main(void) {
    __CPROVER_is_fresh(&x, sizeof x); // UNSUPPORTED: __CPROVER_is_fresh
}
#endif
