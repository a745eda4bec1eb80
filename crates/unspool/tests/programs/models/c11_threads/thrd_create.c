/* thrd_create, thrd_join, thrd_exit, thrd_current and thrd_equal */
#include <assert.h>
#include <pthread.h>
#include <threads.h>

thrd_t handle;
int value;

#if defined RESULT
static int work(void *argument) { return *(int *)argument + 1; }
int main(void) {
    int result = 0;
    value = -8;
    assert(thrd_create(&handle, work, &value) == thrd_success);
    assert(thrd_join(handle, &result) == thrd_success);
    assert(result == -7); // SAFE
    return 0;
}
#elif defined RESULT_OF_EXIT
static int work(void *argument) { thrd_exit(5); }
int main(void) {
    int result = 0;
    thrd_create(&handle, work, 0);
    assert(thrd_join(handle, &result) == thrd_success);
    assert(result == 5); // SAFE
    return 0;
}
#elif defined RUNS_CONCURRENTLY
static int work(void *argument) {
    value = 1;
    return 0;
}
int main(void) {
    thrd_create(&handle, work, 0);
    int seen = value;
    thrd_join(handle, 0);
    assert(seen == 0); // UNSAFE: assertion failed
    assert(seen == 1); // UNSAFE: assertion failed
    return 0;
}
#elif defined JOIN_ORDERS
static int work(void *argument) {
    value = 1;
    return 0;
}
int main(void) {
    // WITH --races
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(value == 1); // SAFE
    return 0;
}
#elif defined IDENTITY
static int work(void *argument) {
    assert(thrd_equal(thrd_current(), *(thrd_t *)argument) == 0); // SAFE
    return 0;
}
int main(void) {
    thrd_t own = thrd_current();
    assert(thrd_equal(own, thrd_current()) != 0);
    thrd_create(&handle, work, &own);
    assert(!thrd_equal(own, handle));
    thrd_join(handle, 0);
    return 0;
}
#elif defined HANDLE_IS_STORED_FIRST
static int work(void *argument) {
    assert(thrd_equal(thrd_current(), handle)); // SAFE
    return 0;
}
int main(void) {
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    return 0;
}
#elif defined MAY_FAIL
static int work(void *argument) { return 0; }
int main(void) {
    // WITH --create-failures
    int result = thrd_create(&handle, work, 0);
    assert(result == thrd_success || result == thrd_error);
    assert(result != thrd_success); // UNSAFE: assertion failed
    assert(result == thrd_success); // UNSAFE: assertion failed
    return 0;
}
#elif defined DOES_NOT_FAIL
static int work(void *argument) { return 0; }
int main(void) {
    assert(thrd_create(&handle, work, 0) == thrd_success); // SAFE
    return 0;
}
#elif defined JOIN_ITSELF
int main(void) {
    assert(thrd_join(thrd_current(), 0) == thrd_error); // SAFE
    return 0;
}
#elif defined JOIN_EACH_OTHER
thrd_t first;
static int work(void *argument) {
    thrd_join(first, 0); // DEADLOCK
    return 0;
}
int main(void) {
    first = thrd_current();
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0); // DEADLOCK
    return 0;
}
#elif defined JOIN_TWICE
static int work(void *argument) { return 0; }
int main(void) {
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    thrd_join(handle, 0); // UNSAFE: thrd_join of a thread that has already been joined
    return 0;
}
#elif defined JOIN_DETACHED
static int work(void *argument) { return 0; }
int main(void) {
    thrd_create(&handle, work, 0);
    thrd_detach(handle);
    thrd_join(handle, 0); // UNSAFE: thrd_join of a detached thread
    return 0;
}
#elif defined JOIN_NOBODY
int main(void) {
    thrd_join(handle, 0); // UNSAFE: thrd_join of a thread that does not exist
    return 0;
}
#elif defined EXIT_OF_MAIN
static int work(void *argument) {
    assert(value == 0); // UNSAFE: assertion failed
    return 0;
}
int main(void) {
    thrd_create(&handle, work, 0);
    value = 1;
    thrd_exit(3);
}
#elif defined LAST_EXIT_IS_A_SUCCESS
static int work(void *argument) { return 4; }
int main(void) {
    thrd_create(&handle, work, 0);
    thrd_exit(3); // SAFE
}
#elif defined JOIN_TWICE_WITHOUT_A_REPORT
static int work(void *argument) { return 0; }
int main(void) {
    // WITH --ignore=thread-misuse
    thrd_create(&handle, work, 0);
    assert(thrd_join(handle, 0) == thrd_success);
    assert(thrd_join(handle, 0) == thrd_error); // SAFE
    return 0;
}
#elif defined CANCELLED_IN_A_JOIN
static void *join_main(void *main_thread) {
    thrd_join(*(thrd_t *)main_thread, 0);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    handle = thrd_current();
    pthread_create(&other, 0, join_main, &handle);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // SAFE
    return 0;
}
#elif defined CANCELLED_OR_JOINED
/* The request and the end of the other thread both come during the wait. */
thrd_t joiner;
static int nothing(void *unused) { return 0; }
static int join_it(void *unused) {
    thrd_join(handle, 0);
    return 7;
}
int main(void) {
    int result;
    thrd_create(&handle, nothing, 0);
    thrd_create(&joiner, join_it, 0);
    pthread_cancel(joiner);
    thrd_join(joiner, &result);
    if (result == 7)
        assert(thrd_detach(handle) != thrd_success); // UNSAFE: thrd_detach of a thread that has been joined
    else
        assert(thrd_detach(handle) != thrd_success); // UNSAFE: assertion failed
    return 0;
}
#elif defined A_REQUEST_BEFORE_A_JOIN_THAT_NEED_NOT_WAIT
static int nothing(void *unused) { return 0; }
static int ended(void *unused) {
    thrd_t other;
    thrd_create(&other, nothing, 0);
    pthread_cancel(pthread_self());
    thrd_join(other, 0);
    value = 1;
    return 0;
}
int main(void) {
    thrd_create(&handle, ended, 0);
    thrd_join(handle, 0);
    assert(value == 0); // UNSAFE: assertion failed
    assert(value == 1); // UNSAFE: assertion failed
    return 0;
}
#endif
