/* pthread_attr_init and the attributes of one number: what they are at first, what is accepted, what is refused */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

#if defined DETACH_STATE // SAFE
int main(void) {
    pthread_attr_t attributes;
    int state = -1;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setdetachstate(&attributes, 2) == EINVAL);
    assert(pthread_attr_destroy(&attributes) == 0);
}
#elif defined SCOPE // SAFE
int main(void) {
    pthread_attr_t attributes;
    int scope = -1;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getscope(&attributes, &scope) == 0 && scope == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&attributes, 5) == EINVAL);
}
#elif defined INHERITANCE // SAFE
int main(void) {
    pthread_attr_t attributes;
    int inherit = -1;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getinheritsched(&attributes, &inherit) == 0 && inherit == PTHREAD_INHERIT_SCHED);
    assert(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&attributes, &inherit) == 0 && inherit == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setinheritsched(&attributes, 2) == EINVAL);
}
#elif defined POLICY_AND_PRIORITY // SAFE
int main(void) {
    pthread_attr_t attributes;
    int policy = -1;
    struct sched_param parameters = {-1};
    pthread_attr_init(&attributes);
    assert(pthread_attr_getschedpolicy(&attributes, &policy) == 0 && policy == SCHED_OTHER);
    assert(pthread_attr_getschedparam(&attributes, &parameters) == 0 && parameters.sched_priority == 0);
    parameters.sched_priority = 5;
    assert(pthread_attr_setschedparam(&attributes, &parameters) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
    assert(pthread_attr_getschedpolicy(&attributes, &policy) == 0 && policy == SCHED_FIFO);
    parameters.sched_priority = 0;
    assert(pthread_attr_getschedparam(&attributes, &parameters) == 0 && parameters.sched_priority == 5);
    parameters.sched_priority = 100;
    assert(pthread_attr_setschedparam(&attributes, &parameters) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_RR) == 0);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_BATCH) == EINVAL);
}
#endif
