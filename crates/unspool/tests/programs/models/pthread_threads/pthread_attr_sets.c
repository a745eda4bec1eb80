/* pthread_attr_setaffinity_np, pthread_attr_setsigmask_np */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

#if defined AFFINITY // SAFE
int main(void) {
    pthread_attr_t attributes;
    cpu_set_t wanted, found;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getaffinity_np(&attributes, sizeof found, &found) == 0);
    assert(CPU_ISSET(0, &found) && CPU_ISSET(7, &found));
    CPU_ZERO(&wanted);
    CPU_SET(0, &wanted);
    CPU_SET(40, &wanted);
    assert(pthread_attr_setaffinity_np(&attributes, sizeof wanted, &wanted) == 0);
    assert(pthread_attr_getaffinity_np(&attributes, sizeof found, &found) == 0);
    assert(CPU_EQUAL(&wanted, &found));
    assert(pthread_attr_getaffinity_np(&attributes, 1, &found) == EINVAL);
    assert(pthread_attr_setaffinity_np(&attributes, 0, 0) == 0);
    assert(pthread_attr_getaffinity_np(&attributes, sizeof found, &found) == 0 && CPU_ISSET(7, &found));
}
#elif defined SIGNAL_MASK // SAFE
int main(void) {
    pthread_attr_t attributes;
    sigset_t wanted, found;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getsigmask_np(&attributes, &found) == PTHREAD_ATTR_NO_SIGMASK_NP);
    memset(&wanted, 0, sizeof wanted);
    ((unsigned char *)&wanted)[0] = 6;
    assert(pthread_attr_setsigmask_np(&attributes, &wanted) == 0);
    assert(pthread_attr_getsigmask_np(&attributes, &found) == 0);
    assert(memcmp(&wanted, &found, sizeof wanted) == 0);
    assert(pthread_attr_setsigmask_np(&attributes, 0) == 0);
    assert(pthread_attr_getsigmask_np(&attributes, &found) == PTHREAD_ATTR_NO_SIGMASK_NP);
}
#endif
