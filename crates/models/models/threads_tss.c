/* <threads.h>: C11 thread-specific storage, and call_once.

   The keys of POSIX (pthread_key.c) and its pthread_once under other names.

   Assumptions:
   - Reported as thread misuse: tss_get, tss_set and tss_delete with a key that does not exist.
   - tss_create: at most as many keys as POSIX guarantees; beyond that thrd_error. */

int tss_create(__unspool_type_tss_t *key, void (*destructor)(void *)) {
    return pthread_key_create(key, destructor) == 0 ? 0 : 2; /* thrd_error */
}

void tss_delete(__unspool_type_tss_t key) {
    __unspool_atomic_begin();
    __unspool_assert(__unspool_key_exists(key), "thread-misuse", "tss_delete of a key that does not exist");
    pthread_key_delete(key);
    __unspool_atomic_end();
}

int tss_set(__unspool_type_tss_t key, void *value) {
    __unspool_atomic_begin();
    __unspool_assert(__unspool_key_exists(key), "thread-misuse", "tss_set with a key that does not exist");
    int result = pthread_setspecific(key, value);
    __unspool_atomic_end();
    return result == 0 ? 0 : 2;
}

void *tss_get(__unspool_type_tss_t key) {
    __unspool_atomic_begin();
    __unspool_assert(__unspool_key_exists(key), "thread-misuse", "tss_get with a key that does not exist");
    void *value = pthread_getspecific(key);
    __unspool_atomic_end();
    return value;
}

void call_once(__unspool_type_once_flag *flag, void (*routine)(void)) { pthread_once(&flag->state, routine); }
