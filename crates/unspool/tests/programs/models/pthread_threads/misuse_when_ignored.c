/* What the functions answer to misuse when it is not reported */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

pthread_t thread, none;

static void *nothing(void *unused) {
    return 0;
}

#if defined OF_A_JOINED_THREAD // SAFE
// WITH --ignore=thread-misuse
int main(void) {
    static const struct timespec deadline = {100, 0};
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    assert(pthread_join(thread, 0) == ESRCH);
    assert(pthread_tryjoin_np(thread, 0) == ESRCH);
    assert(pthread_timedjoin_np(thread, 0, &deadline) == ESRCH);
    assert(pthread_detach(thread) == ESRCH);
    assert(pthread_cancel(thread) == ESRCH);
    assert(pthread_kill(thread, 0) == ESRCH);
    assert(pthread_setname_np(thread, "late") == ESRCH);
}
#elif defined OF_A_DETACHED_THREAD // SAFE
// WITH --ignore=thread-misuse
int main(void) {
    static const struct timespec deadline = {100, 0};
    pthread_create(&thread, 0, nothing, 0);
    pthread_detach(thread);
    assert(pthread_join(thread, 0) == EINVAL);
    assert(pthread_tryjoin_np(thread, 0) == EINVAL);
    assert(pthread_timedjoin_np(thread, 0, &deadline) == EINVAL);
    assert(pthread_detach(thread) == EINVAL);
}
#elif defined OF_NO_THREAD // SAFE
// WITH --ignore=thread-misuse
int main(void) {
    struct sched_param parameters = {0};
    pthread_attr_t attributes;
    cpu_set_t set;
    clockid_t clock;
    char name[16];
    int policy;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    assert(pthread_join(none, 0) == ESRCH && pthread_detach(none) == ESRCH);
    assert(pthread_cancel(none) == ESRCH && pthread_kill(none, 0) == ESRCH);
    assert(pthread_getattr_np(none, &attributes) == ESRCH);
    assert(pthread_getname_np(none, name, sizeof name) == ESRCH);
    assert(pthread_setschedparam(none, SCHED_OTHER, &parameters) == ESRCH);
    assert(pthread_getschedparam(none, &policy, &parameters) == ESRCH && pthread_setschedprio(none, 0) == ESRCH);
    assert(pthread_setaffinity_np(none, sizeof set, &set) == ESRCH);
    assert(pthread_getaffinity_np(none, sizeof set, &set) == ESRCH);
    assert(pthread_getcpuclockid(none, &clock) == ESRCH);
}
#elif defined OF_NO_KEY // SAFE
// WITH --ignore=thread-misuse
int main(void) {
    pthread_key_t key;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &thread);
    pthread_key_delete(key);
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, &thread) == EINVAL);
    assert(pthread_key_delete(key) == EINVAL);
}
#endif
