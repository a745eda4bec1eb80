/* <sched.h>: policies, priorities and processors.

   Every schedule is explored anyway, so that policies and priorities are only stored (with the settings of the calling
   thread, whatever process is named).

   Assumptions:
   - sched_setscheduler, sched_setparam, sched_setaffinity: succeed, as for a privileged user, and set what concerns the
     calling thread; they do not restrict which schedules are possible.
   - sched_getcpu: the machine has two processors; the thread runs on either, unless its affinity is to one.
   - sched_rr_get_interval: 100 milliseconds. */

static int concurrency;

static unsigned long this_thread(void) { return (unsigned long)__unspool_self() + 1; }

/* 0, or -1 and errno. */
static int as_system_call(int error) {
    if (error == 0)
        return 0;
    *__errno_location() = error;
    return -1;
}

int sched_get_priority_min(int policy) {
    return __unspool_is_policy(policy) ? __unspool_is_real_time(policy) : as_system_call(22); /* EINVAL */
}

int sched_get_priority_max(int policy) {
    return __unspool_is_policy(policy) ? 99 * __unspool_is_real_time(policy) : as_system_call(22);
}

/* SCHED_RESET_ON_FORK may come with the policy. */
int sched_setscheduler(int process, int policy, const struct sched_param *parameters) {
    if (process < 0 || parameters == 0)
        return as_system_call(22); /* EINVAL */
    return as_system_call(pthread_setschedparam(this_thread(), policy & ~0x40000000, parameters));
}

int sched_getscheduler(int process) {
    int policy;
    struct sched_param parameters;
    if (process < 0)
        return as_system_call(22);
    pthread_getschedparam(this_thread(), &policy, &parameters);
    return policy;
}

int sched_setparam(int process, const struct sched_param *parameters) {
    int policy;
    struct sched_param former;
    if (process < 0 || parameters == 0)
        return as_system_call(22);
    pthread_getschedparam(this_thread(), &policy, &former);
    return as_system_call(pthread_setschedparam(this_thread(), policy, parameters));
}

int sched_getparam(int process, struct sched_param *parameters) {
    int policy;
    if (process < 0 || parameters == 0)
        return as_system_call(22);
    return as_system_call(pthread_getschedparam(this_thread(), &policy, parameters));
}

int sched_rr_get_interval(int process, struct timespec *interval) {
    if (process < 0)
        return as_system_call(22);
    interval->tv_sec = 0;
    interval->tv_nsec = 100000000;
    return 0;
}

int sched_setaffinity(int process, size_t size, const void *set) {
    return as_system_call(process < 0 ? 3 /* ESRCH */ : pthread_setaffinity_np(this_thread(), size, set));
}

int sched_getaffinity(int process, size_t size, void *set) {
    return as_system_call(process < 0 ? 3 : pthread_getaffinity_np(this_thread(), size, set));
}

int sched_getcpu(void) {
    unsigned char processors[sizeof(long)];
    pthread_getaffinity_np(this_thread(), sizeof processors, processors);
    return processors[0] == 3 ? __unspool_nondet(_Bool) : processors[0] - 1;
}

int getcpu(unsigned *processor, unsigned *node) {
    if (processor != 0)
        *processor = sched_getcpu();
    if (node != 0)
        *node = 0;
    return 0;
}

/* A hint that Linux stores and does not follow. */
int pthread_setconcurrency(int level) {
    if (level < 0)
        return 22;
    __unspool_atomic_begin();
    concurrency = level;
    __unspool_atomic_end();
    return 0;
}

int pthread_getconcurrency(void) {
    __unspool_atomic_begin();
    int level = concurrency;
    __unspool_atomic_end();
    return level;
}
