/* tss_create, tss_get, tss_set and tss_delete */
#include <assert.h>
#include <threads.h>

tss_t key, second;
thrd_t handle;
int destroyed, value;

static void destroy(void *pointer) {
    assert(pointer == &value);
    destroyed++;
}

#if defined VALUE_PER_THREAD
static int work(void *unused) {
    assert(tss_get(key) == 0); // SAFE
    assert(tss_set(key, &value) == thrd_success);
    assert(tss_get(key) == &value);
    return 0;
}
int main(void) {
    assert(tss_create(&key, 0) == thrd_success);
    assert(tss_set(key, &destroyed) == thrd_success);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(tss_get(key) == &destroyed);
    tss_delete(key);
    return 0;
}
#elif defined DESTRUCTOR
static int work(void *unused) {
    tss_set(key, &value);
    return 0;
}
int main(void) {
    tss_create(&key, destroy);
    tss_set(key, &value);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(destroyed == 1); // SAFE
    return 0;
}
#elif defined DESTRUCTOR_AT_EXIT
static int work(void *unused) {
    tss_set(key, &value);
    thrd_exit(0);
}
int main(void) {
    tss_create(&key, destroy);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(destroyed == 1); // SAFE
    return 0;
}
#elif defined NO_DESTRUCTOR_FOR_NULL
static int work(void *unused) {
    tss_set(key, &value);
    tss_set(key, 0);
    return 0;
}
int main(void) {
    tss_create(&key, destroy);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(destroyed == 0); // SAFE
    return 0;
}
#elif defined DESTRUCTOR_STORES_AGAIN
static void again(void *pointer) {
    destroyed++;
    tss_set(second, pointer);
}
static int work(void *unused) {
    tss_set(second, &value);
    return 0;
}
int main(void) {
    tss_create(&second, again);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(destroyed == TSS_DTOR_ITERATIONS); // SAFE
    return 0;
}
#elif defined NO_DESTRUCTOR_AFTER_DELETE
static int work(void *unused) {
    tss_set(key, &value);
    tss_delete(key);
    return 0;
}
int main(void) {
    tss_create(&key, destroy);
    thrd_create(&handle, work, 0);
    thrd_join(handle, 0);
    assert(destroyed == 0); // SAFE
    return 0;
}
#elif defined GET_NOTHING
int main(void) {
    tss_get(key); // UNSAFE: tss_get with a key that does not exist
    return 0;
}
#elif defined SET_NOTHING
int main(void) {
    tss_set(key, &value); // UNSAFE: tss_set with a key that does not exist
    return 0;
}
#elif defined DELETE_TWICE
int main(void) {
    tss_create(&key, 0);
    tss_delete(key);
    tss_delete(key); // UNSAFE: tss_delete of a key that does not exist
    return 0;
}
#elif defined RESULT_IS_NOT_SYNCHRONISED
tss_t racy;
static int work(void *unused) {
    tss_create(&racy, 0); // RACE
    return 0;
}
int main(void) {
    // WITH --races
    thrd_t other;
    thrd_create(&other, work, 0);
    tss_create(&racy, 0); // RACE
    thrd_join(other, 0);
    return 0;
}
#endif
