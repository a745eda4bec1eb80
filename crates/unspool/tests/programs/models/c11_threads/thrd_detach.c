/* thrd_detach */
#include <assert.h>
#include <threads.h>

thrd_t handle;
static int work(void *argument) { return 0; }

#if defined ONCE
int main(void) {
    thrd_create(&handle, work, 0);
    assert(thrd_detach(handle) == thrd_success); // SAFE
    return 0;
}
#elif defined BY_ITSELF
static int detach(void *argument) {
    assert(thrd_detach(thrd_current()) == thrd_success); // SAFE
    return 0;
}
int main(void) {
    thrd_create(&handle, detach, 0);
    return 0;
}
#elif defined TWICE
int main(void) {
    thrd_create(&handle, work, 0);
    thrd_detach(handle);
    thrd_detach(handle); // UNSAFE: thrd_detach of a thread that is already detached
    return 0;
}
#elif defined AFTER_A_JOIN
int main(void) {
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    thrd_detach(handle); // UNSAFE: thrd_detach of a thread that has been joined
    return 0;
}
#elif defined NOBODY
int main(void) {
    thrd_detach(handle); // UNSAFE: thrd_detach of a thread that does not exist
    return 0;
}
#endif
