/* <pthread.h>: names, policies, priorities and processors of threads.

   They are stored and given back; what is not valid is refused as Linux does. A thread's settings are made when the
   first of them is set, and live as long as its record. Naming a thread whose handle is no longer valid is undefined in
   POSIX, and reported.

   Assumptions:
   - pthread_setschedparam, pthread_setschedprio, pthread_setaffinity_np: succeed, as for a privileged user; neither
     priorities nor processors restrict which schedules are possible.
   - pthread_setaffinity_np, pthread_getaffinity_np: the machine has two processors.
   - pthread_getname_np: a thread that was not named is called "a.out"; names and priorities are not inherited. */

/* Of a live thread; made if need be. Inside an atomic section only. */
static struct __unspool_thread_settings *settings_of(struct __unspool_thread_record *record) {
    if (record->settings == 0) {
        struct __unspool_thread_settings *settings = __unspool_alloc(sizeof(struct __unspool_thread_settings));
        struct __unspool_thread_settings usual = {"a.out", 0, 0, 3};
        *settings = usual;
        record->settings = settings;
    }
    return record->settings;
}

int pthread_setname_np(__unspool_type_pthread_t handle, const char *name) {
    char copy[16];
    size_t length = strnlen(name, 16);
    if (length == 16)
        return 34; /* ERANGE */
    memcpy(copy, name, length + 1);
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_setname_np of a thread that does not exist (any longer)");
    if (live)
        memcpy(settings_of(record)->name, copy, length + 1);
    __unspool_atomic_end();
    return live ? 0 : 3; /* ESRCH */
}

int pthread_getname_np(__unspool_type_pthread_t handle, char *buffer, size_t size) {
    char name[16] = "a.out";
    if (size < 16)
        return 34;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_getname_np of a thread that does not exist (any longer)");
    if (live && record->settings != 0)
        memcpy(name, record->settings->name, 16);
    __unspool_atomic_end();
    if (live)
        memcpy(buffer, name, strlen(name) + 1);
    return live ? 0 : 3;
}

int pthread_setschedparam(__unspool_type_pthread_t handle, int policy, const struct sched_param *parameters) {
    int priority = parameters->sched_priority;
    if (!__unspool_is_priority_of(policy, priority))
        return 22; /* EINVAL */
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_setschedparam of a thread that does not exist (any longer)");
    if (live) {
        struct __unspool_thread_settings *settings = settings_of(record);
        settings->policy = policy;
        settings->priority = priority;
    }
    __unspool_atomic_end();
    return live ? 0 : 3;
}

int pthread_getschedparam(__unspool_type_pthread_t handle, int *restrict policy,
                          struct sched_param *restrict parameters) {
    int current_policy = 0;
    int current_priority = 0;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_getschedparam of a thread that does not exist (any longer)");
    if (live && record->settings != 0) {
        current_policy = record->settings->policy;
        current_priority = record->settings->priority;
    }
    __unspool_atomic_end();
    if (!live)
        return 3;
    *policy = current_policy;
    parameters->sched_priority = current_priority;
    return 0;
}

int pthread_setschedprio(__unspool_type_pthread_t handle, int priority) {
    int result = 0;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_setschedprio of a thread that does not exist (any longer)");
    if (!live)
        result = 3;
    else if (!__unspool_is_priority_of(settings_of(record)->policy, priority))
        result = 22;
    else
        record->settings->priority = priority;
    __unspool_atomic_end();
    return result;
}

/* A set without any processor of the machine is refused. */
int pthread_setaffinity_np(__unspool_type_pthread_t handle, size_t size, const void *set) {
    unsigned processors = size == 0 ? 0 : *(const unsigned char *)set & 3;
    if (processors == 0)
        return 22;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_setaffinity_np of a thread that does not exist (any longer)");
    if (live)
        settings_of(record)->processors = processors;
    __unspool_atomic_end();
    return live ? 0 : 3;
}

int pthread_getaffinity_np(__unspool_type_pthread_t handle, size_t size, void *set) {
    unsigned processors = 3;
    if (size < sizeof(long))
        return 22;
    __unspool_atomic_begin();
    struct __unspool_thread_record *record = __unspool_record_of(handle);
    _Bool live = __unspool_is_live(record);
    __unspool_assert(live, "thread-misuse", "pthread_getaffinity_np of a thread that does not exist (any longer)");
    if (live && record->settings != 0)
        processors = record->settings->processors;
    __unspool_atomic_end();
    if (!live)
        return 3;
    memset(set, 0, size);
    *(unsigned char *)set = processors;
    return 0;
}

/* The clock's number is of the kind that Linux uses for such clocks. */
int pthread_getcpuclockid(__unspool_type_pthread_t handle, int *clock) {
    __unspool_atomic_begin();
    _Bool live = __unspool_is_live(__unspool_record_of(handle));
    __unspool_assert(live, "thread-misuse", "pthread_getcpuclockid of a thread that does not exist (any longer)");
    __unspool_atomic_end();
    if (!live)
        return 3;
    *clock = -8 * (int)handle - 2;
    return 0;
}
