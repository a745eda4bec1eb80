/* KLEE's klee_* */
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

void klee_assume(uintptr_t), klee_assert(int), klee_make_symbolic(void *, size_t, const char *);
int klee_int(const char *), klee_range(int, int, const char *);
uintptr_t klee_choose(uintptr_t);
void klee_silent_exit(int), klee_abort(void), klee_report_error(const char *, int, const char *, const char *);
void klee_check_memory_access(const void *, size_t);
size_t klee_get_obj_size(void *);
float klee_get_valuef(float);
double klee_get_valued(double);
long klee_get_valuel(long);
long long klee_get_valuell(long long), klee_get_value_i64(long long);
int klee_get_value_i32(int), klee_get_errno(void);
unsigned klee_is_symbolic(uintptr_t), klee_is_replay(void);
int x;

#if defined ASSUME
int main(void) {
    int y = klee_int("y");
    klee_assume(y & 1);
    klee_assert(y == 1); // SAFE
}
#elif defined ASSERT_FAILS
int main(void) {
    klee_assert(klee_int("y") == 0); // UNSAFE: klee_assert fails
}
#elif defined MAKE_SYMBOLIC
int main(void) {
    struct { int a; char b[2]; } s = {7, {7, 7}};
    klee_make_symbolic(&s.a, sizeof s.a, "a");
    assert(s.a == 0); // UNSAFE: assertion failed
    klee_make_symbolic(s.b, sizeof s.b, "b");
    assert(s.b[0] == 0); // UNSAFE: assertion failed
}
#elif defined SYMBOLIC_BUT_SMALL
int main(void) {
    int y;
    klee_make_symbolic(&y, sizeof y, "y");
    assert(y == 0 || y == 1); // SAFE
}
#elif defined RANGE
// WITH --domain=-1,0,1,2,3
int main(void) {
    int y = klee_range(5, 8, "y");
    assert(y >= 5 && y < 8); // SAFE
    assert(klee_choose(2) < 2);
}
#elif defined RANGE_IS_ALL
// WITH --domain=0,1,2
int main(void) {
    int y = klee_range(5, 8, "y");
    assert(y != 5); // UNSAFE: assertion failed
    assert(y != 7); // UNSAFE: assertion failed
    assert(klee_choose(2) != 1); // UNSAFE: assertion failed
}
#elif defined EMPTY_RANGE
int main(void) {
    klee_range(5, 5, "y"); // UNSAFE: klee_range with an empty range
}
#elif defined SILENT_EXIT
int main(void) {
    klee_silent_exit(0);
    assert(0); // SAFE
}
#elif defined ABORT
int main(void) {
    klee_abort(); // UNSAFE: klee_abort is reached
}
#elif defined REPORT_ERROR
int main(void) {
    klee_report_error("file.c", 1, "message", "suffix"); // UNSAFE: klee_report_error is reached: message [
}
#elif defined VALID_ACCESS
int main(void) {
    klee_check_memory_access(&x, sizeof x); // SAFE
}
#elif defined INVALID_ACCESS
int main(void) {
    klee_check_memory_access(&x, sizeof x + 1); // UNSAFE: out of bounds
}
#elif defined VALUES
int main(void) {
    assert(klee_get_value_i32(5) == 5 && klee_get_value_i64(6) == 6 && klee_get_valuel(7) == 7); // SAFE
    assert(klee_get_valuell(8) == 8 && klee_get_valuef(1.5f) == 1.5f && klee_get_valued(2.5) == 2.5);
    errno = 3;
    assert(klee_get_errno() == 3 && klee_get_obj_size(&x) == sizeof x);
    assert(!klee_is_symbolic(1) && !klee_is_replay());
}
#elif defined WITHOUT_EFFECT
int main(void) {
    klee_warning("w"); // SAFE
    klee_warning_once("w");
    klee_prefer_cex(&x, x == 0);
    klee_posix_prefer_cex(&x, x == 0);
    klee_mark_global(&x);
    klee_print_expr("x", x);
    klee_print_range("x", x);
    klee_open_merge();
    klee_close_merge();
    klee_stack_trace();
    klee_set_forking(0);
    assert(x == 0);
}
#elif defined ALIAS_FUNCTION
int main(void) {
    klee_alias_function("a", "b"); // UNSUPPORTED: klee_alias_function
}
#elif defined FIXED_OBJECT
int main(void) {
    klee_define_fixed_object(&x, sizeof x); // UNSUPPORTED: klee_define_fixed_object
}
#elif defined FILLED_WHILE_READ
// WITH --races
#include <pthread.h>
static void *work(void *unused) {
    klee_make_symbolic(&x, sizeof x, "x"); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    return x == 7; // RACE
}
#elif defined FILLED_TWICE
// WITH --races
// Each is one atomic step, so that this race is not found: an assumption.
#include <pthread.h>
static void *work(void *unused) {
    klee_make_symbolic(&x, sizeof x, "x"); // SAFE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    klee_make_symbolic(&x, sizeof x, "x");
}
#endif
