/* pthread_key_create, pthread_key_delete, pthread_getspecific, pthread_setspecific */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

pthread_key_t key, other_key;
pthread_t thread;
int mine, its;

#if defined VALUES_ARE_NULL_AT_FIRST // SAFE
int main(void) {
    assert(pthread_key_create(&key, 0) == 0);
    assert(pthread_getspecific(key) == 0);
}
#elif defined EACH_THREAD_HAS_ITS_VALUE // SAFE
static void *set_its(void *unused) {
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, &its) == 0);
    assert(pthread_getspecific(key) == &its);
    return 0;
}
int main(void) {
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &mine);
    pthread_create(&thread, 0, set_its, 0);
    assert(pthread_getspecific(key) == &mine);
    pthread_join(thread, 0);
    assert(pthread_getspecific(key) == &mine);
}
#elif defined EACH_KEY_HAS_ITS_VALUE // SAFE
int main(void) {
    pthread_key_create(&key, 0);
    pthread_key_create(&other_key, 0);
    assert(key != other_key);
    pthread_setspecific(key, &mine);
    assert(pthread_getspecific(other_key) == 0);
    pthread_setspecific(other_key, &its);
    assert(pthread_getspecific(key) == &mine && pthread_getspecific(other_key) == &its);
}
#elif defined A_NEW_KEY_HAS_NO_OLD_VALUES // SAFE
int main(void) {
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &mine);
    assert(pthread_key_delete(key) == 0);
    pthread_key_create(&other_key, 0);
    assert(pthread_getspecific(other_key) == 0);
}
#elif defined THERE_ARE_ONLY_SO_MANY // SAFE
int main(void) {
    for (int i = 0; i < PTHREAD_KEYS_MAX; i++)
        assert(pthread_key_create(&key, 0) == 0);
    assert(pthread_setspecific(key, &mine) == 0 && pthread_getspecific(key) == &mine);
    assert(pthread_key_create(&other_key, 0) == EAGAIN);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_create(&other_key, 0) == 0);
    assert(pthread_getspecific(other_key) == 0);
}
#elif defined GETTING_BY_A_DELETED_KEY
int main(void) {
    pthread_key_create(&key, 0);
    pthread_key_delete(key);
    pthread_getspecific(key); // UNSAFE: pthread_getspecific with a key that does not exist
}
#elif defined SETTING_BY_A_DELETED_KEY
int main(void) {
    pthread_key_create(&key, 0);
    pthread_key_delete(key);
    pthread_setspecific(key, &mine); // UNSAFE: pthread_setspecific with a key that does not exist
}
#elif defined DELETING_TWICE
int main(void) {
    pthread_key_create(&key, 0);
    pthread_key_delete(key);
    pthread_key_delete(key); // UNSAFE: pthread_key_delete of a key that does not exist
}
#elif defined SETTING_BY_A_KEY_NEVER_CREATED
int main(void) {
    pthread_setspecific(key, &mine); // UNSAFE: pthread_setspecific with a key that does not exist
}
#elif defined GETTING_BY_A_KEY_OUT_OF_RANGE
int main(void) {
    pthread_getspecific(4000000000u); // UNSAFE: pthread_getspecific with a key that does not exist
}
#endif
