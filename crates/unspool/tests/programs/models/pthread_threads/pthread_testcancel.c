/* pthread_testcancel */
#include <assert.h>
#include <pthread.h>

pthread_t thread;

#if defined WITHOUT_A_REQUEST_IT_RETURNS // SAFE
static void *test(void *unused) {
    pthread_testcancel();
    return &thread;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, test, 0);
    pthread_testcancel();
    pthread_join(thread, &result);
    assert(result == &thread);
}
#elif defined ACTS_ON_A_REQUEST // SAFE
static void *test(void *unused) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
    assert(0);
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, test, 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
}
#elif defined DOES_NOTHING_IN_A_HANDLER // SAFE
/* A thread that is being cancelled is not cancelled again. */
int cleaned;
static void clean(void *unused) {
    pthread_testcancel();
    cleaned++;
}
static void *test(void *unused) {
    pthread_cleanup_push(clean, 0);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, test, 0);
    pthread_join(thread, 0);
    assert(cleaned == 1);
}
#endif
