/* pthread_setcancelstate, pthread_setcanceltype */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_t thread;
int reached;

#if defined TELL_THE_FORMER_VALUES // SAFE
int main(void) {
    int former = -1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &former) == 0 && former == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &former) == 0 && former == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &former) == 0 && former == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &former) == 0 && former == PTHREAD_CANCEL_ASYNCHRONOUS);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0) == 0);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0) == 0);
}
#elif defined REFUSE_OTHER_VALUES // SAFE
int main(void) {
    int former;
    assert(pthread_setcancelstate(2, &former) == EINVAL);
    assert(pthread_setcanceltype(-1, &former) == EINVAL);
}
#elif defined EACH_THREAD_HAS_ITS_OWN // SAFE
static void *look(void *unused) {
    int former = -1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &former);
    assert(former == PTHREAD_CANCEL_ENABLE);
    return 0;
}
int main(void) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_create(&thread, 0, look, 0);
    pthread_join(thread, 0);
}
#elif defined A_REQUEST_WAITS_WHILE_DISABLED // SAFE
static void *enable_later(void *unused) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    reached = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
    reached = 2;
    pthread_testcancel();
    reached = 3;
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, enable_later, 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && reached == 2);
}
#elif defined DISABLED_FOR_GOOD // SAFE
static void *never(void *unused) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    reached = 1;
    pthread_testcancel();
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, never, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == 0 && reached);
}
#elif defined ASYNCHRONOUS_ACTS_ON_A_PENDING_REQUEST_AT_ONCE // SAFE
static void *switch_on(void *unused) {
    pthread_cancel(pthread_self());
    reached = 1;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    reached = 2;
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, switch_on, 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && reached == 1);
}
#elif defined ENABLING_ASYNCHRONOUS_CANCELLATION_IS_REFUSED
static void *enable(void *unused) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0); // UNSUPPORTED: lets a request act asynchronously
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, enable, 0);
    pthread_join(thread, 0);
}
#elif defined ASYNCHRONOUS_CANCELS_ONESELF_AT_ONCE // SAFE
static void *cancel_oneself(void *unused) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    reached = 1;
    pthread_cancel(pthread_self());
    reached = 2;
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&thread, 0, cancel_oneself, 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && reached == 1);
}
#elif defined ASYNCHRONOUS_BY_ANOTHER_IS_REFUSED
static void *work(void *unused) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
    reached = 1;
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread); // UNSUPPORTED: asynchronous
    pthread_join(thread, 0);
}
#endif
