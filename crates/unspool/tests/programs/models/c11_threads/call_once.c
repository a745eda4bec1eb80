/* call_once */
#include <assert.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
thrd_t handle;
int calls;

#if defined CALLED_ONCE
static void initialise(void) { calls++; }
static int work(void *unused) {
    call_once(&flag, initialise);
    assert(calls == 1); // SAFE
    return 0;
}
int main(void) {
    // WITH --races
    thrd_create(&handle, work, 0);
    work(0);
    thrd_join(handle, 0);
    return 0;
}
#elif defined CALLED_BY_ANYONE
static void initialise(void) { calls = thrd_equal(thrd_current(), handle) ? 2 : 1; }
static int work(void *unused) {
    call_once(&flag, initialise);
    return 0;
}
int main(void) {
    thrd_create(&handle, work, 0);
    work(0);
    thrd_join(handle, 0);
    assert(calls != 1); // UNSAFE: assertion failed
    assert(calls != 2); // UNSAFE: assertion failed
    return 0;
}
#elif defined WAITS_FOR_ITSELF
static void initialise(void) {
    call_once(&flag, initialise); // DEADLOCK
}
int main(void) {
    call_once(&flag, initialise);
    return 0;
}
#endif
