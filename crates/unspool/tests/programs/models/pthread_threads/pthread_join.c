/* pthread_join */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int value;
int written;
pthread_t first, second;

static void *give_value(void *unused) {
    written = 1;
    return &value;
}

static void *exit_with_value(void *unused) {
    pthread_exit(&value);
}

#if defined GIVES_WHAT_THE_THREAD_RETURNS // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&first, 0, give_value, 0);
    assert(pthread_join(first, &result) == 0);
    assert(result == &value);
}
#elif defined GIVES_WHAT_THE_THREAD_EXITS_WITH // SAFE
int main(void) {
    void *result = 0;
    pthread_create(&first, 0, exit_with_value, 0);
    assert(pthread_join(first, &result) == 0);
    assert(result == &value);
}
#elif defined WAITS_FOR_THE_END // SAFE
// WITH --races
int main(void) {
    pthread_create(&first, 0, give_value, 0);
    assert(pthread_join(first, 0) == 0);
    assert(written == 1);
}
#elif defined WITHOUT_IT_NOTHING_WAITS // RACE
// WITH --races
int main(void) {
    pthread_create(&first, 0, give_value, 0);
    assert(written == 1); // UNSAFE: assertion failed
}
#elif defined ONESELF // SAFE
int main(void) {
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
}
#elif defined TWICE
int main(void) {
    pthread_create(&first, 0, give_value, 0);
    pthread_join(first, 0);
    pthread_join(first, 0); // UNSAFE: pthread_join of a thread that has already been joined
}
#elif defined BY_TWO_THREADS
static void *join_first_too(void *unused) {
    pthread_join(first, 0); // UNSAFE: pthread_join of a thread that has already been joined
    return 0;
}
int main(void) {
    pthread_create(&first, 0, give_value, 0);
    pthread_create(&second, 0, join_first_too, 0);
    pthread_join(first, 0); // UNSAFE: pthread_join of a thread that has already been joined
    pthread_join(second, 0);
}
#elif defined A_DETACHED_THREAD
int main(void) {
    pthread_create(&first, 0, give_value, 0);
    pthread_detach(first);
    pthread_join(first, 0); // UNSAFE: pthread_join of a detached thread
}
#elif defined A_THREAD_DETACHED_MEANWHILE
static void *detach_oneself(void *unused) {
    pthread_detach(pthread_self());
    return 0;
}
int main(void) {
    pthread_create(&first, 0, detach_oneself, 0);
    pthread_join(first, 0); // UNSAFE: pthread_join of a detached thread
}
#elif defined NO_THREAD
int main(void) {
    pthread_join(first, 0); // UNSAFE: pthread_join of a thread that does not exist
}
#elif defined EACH_OTHER
static void *join_second(void *unused) {
    pthread_join(second, 0); // DEADLOCK
    return 0;
}
static void *join_the_first(void *unused) {
    pthread_join(first, 0); // DEADLOCK
    return 0;
}
pthread_mutex_t created = PTHREAD_MUTEX_INITIALIZER;
static void *join_second_when_created(void *unused) {
    pthread_mutex_lock(&created);
    pthread_mutex_unlock(&created);
    return join_second(0);
}
int main(void) {
    pthread_mutex_lock(&created);
    pthread_create(&first, 0, join_second_when_created, 0);
    pthread_create(&second, 0, join_the_first, 0);
    pthread_mutex_unlock(&created);
    pthread_exit(0);
}
#elif defined THE_MAIN_THREAD // SAFE
static void *join_main(void *main_thread) {
    void *result;
    assert(pthread_join(*(pthread_t *)main_thread, &result) == 0);
    assert(result == &value);
    return 0;
}
int main(void) {
    static pthread_t main_thread;
    main_thread = pthread_self();
    pthread_create(&first, 0, join_main, &main_thread);
    pthread_exit(&value);
}
#elif defined MANY_THREADS // SAFE
/* More than fit into the first block of records; one at a time. */
int main(void) {
    for (int i = 0; i < 40; i++) {
        void *result = 0;
        assert(pthread_create(&first, 0, give_value, 0) == 0);
        assert(pthread_join(first, &result) == 0 && result == &value);
    }
}
#endif
