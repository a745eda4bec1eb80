/* pthread_create */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int seen;
pthread_t handle;

static void *note(void *number) {
    seen = *(int *)number;
    return 0;
}

#if defined PASSES_ITS_ARGUMENT // SAFE
int main(void) {
    int number = 7;
    assert(pthread_create(&handle, 0, note, &number) == 0);
    pthread_join(handle, 0);
    assert(seen == 7);
}
#elif defined STARTS_AT_ONCE
int main(void) {
    int number = 7;
    pthread_create(&handle, 0, note, &number);
    assert(seen == 0); // UNSAFE: assertion failed
    pthread_join(handle, 0);
}
#elif defined STARTS_LATE
int main(void) {
    static int number = 7;
    pthread_create(&handle, 0, note, &number);
    assert(seen == 7); // UNSAFE: assertion failed
    pthread_join(handle, 0);
}
#elif defined STORES_THE_HANDLE_BEFORE_THE_THREAD_RUNS // SAFE
// WITH --races
static void *compare(void *unused) {
    assert(pthread_equal(handle, pthread_self()));
    return 0;
}
int main(void) {
    pthread_create(&handle, 0, compare, 0);
    pthread_join(handle, 0);
}
#elif defined GIVES_EACH_THREAD_ITS_HANDLE // SAFE
int main(void) {
    pthread_t other;
    int number = 1;
    pthread_create(&handle, 0, note, &number);
    pthread_create(&other, 0, note, &number);
    assert(!pthread_equal(handle, other) && !pthread_equal(other, pthread_self()));
    pthread_join(handle, 0);
    pthread_join(other, 0);
}
#elif defined DETACHED_BY_ATTRIBUTE
int main(void) {
    static int number = 7;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    assert(pthread_create(&handle, &attributes, note, &number) == 0);
    pthread_attr_destroy(&attributes);
    pthread_join(handle, 0); // UNSAFE: pthread_join of a detached thread
}
#elif defined JOINABLE_BY_ATTRIBUTE // SAFE
int main(void) {
    int number = 7;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    assert(pthread_create(&handle, &attributes, note, &number) == 0);
    assert(pthread_join(handle, 0) == 0);
}
#elif defined MAY_FAIL_IF_ASKED_TO // WITH --create-failures
int main(void) {
    int number = 7;
    int error = pthread_create(&handle, 0, note, &number);
    assert(error == 0); // UNSAFE: assertion failed
    pthread_join(handle, 0);
}
#elif defined FAILS_FOR_LACK_OF_RESOURCES_ONLY // SAFE
// WITH --create-failures
int main(void) {
    int number = 7;
    int error = pthread_create(&handle, 0, note, &number);
    assert(error == 0 || error == EAGAIN);
    if (error == 0)
        pthread_join(handle, 0);
    assert(seen == (error == 0 ? 7 : 0));
}
#endif
