/* pthread_self, pthread_equal */
#include <assert.h>
#include <pthread.h>

pthread_t main_thread;
pthread_t thread;

static void *compare(void *unused) {
    assert(pthread_equal(pthread_self(), pthread_self()));
    assert(!pthread_equal(pthread_self(), main_thread));
    return 0;
}

#if defined TELLS_THREADS_APART // SAFE
int main(void) {
    main_thread = pthread_self();
    pthread_create(&thread, 0, compare, 0);
    assert(pthread_equal(main_thread, pthread_self()));
    assert(!pthread_equal(thread, pthread_self()));
    pthread_join(thread, 0);
}
#elif defined ZERO_NAMES_NO_THREAD // SAFE
int main(void) {
    pthread_t never_assigned = {0};
    assert(!pthread_equal(never_assigned, pthread_self()));
}
#elif defined OF_A_JOINED_THREAD // SAFE
/* To compare its handle is no use of the thread. */
static void *nothing(void *unused) {
    return 0;
}
int main(void) {
    pthread_t ended;
    pthread_create(&ended, 0, nothing, 0);
    pthread_join(ended, 0);
    assert(pthread_equal(ended, ended) && !pthread_equal(ended, pthread_self()));
}
#endif
