// WITH --property=thread-misuse
// Handles of threads: used until the thread is joined, or detached and ended.
#include "../twin.h"
#include <pthread.h>
#include <signal.h>
#include <threads.h>

static void *work(void *unused) {
    return unused;
}

#if defined JOIN_TWICE
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    TWIN(pthread_join(thread, 0), ); // UNSAFE: pthread_join
    return 0;
}

#elif defined JOIN_OF_A_DETACHED
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(pthread_detach(thread), );
    pthread_join(thread, 0); // UNSAFE: pthread_join
    return 0;
}

#elif defined JOIN_OF_ONE_CREATED_DETACHED
int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, TWIN(PTHREAD_CREATE_DETACHED, PTHREAD_CREATE_JOINABLE));
    pthread_create(&thread, &attributes, work, 0);
    pthread_join(thread, 0); // UNSAFE: pthread_join
    return 0;
}

#elif defined DETACH_TWICE
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    TWIN(pthread_detach(thread), ); // UNSAFE: pthread_detach
    return 0;
}

#elif defined DETACH_AFTER_JOIN
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    TWIN(pthread_detach(thread), ); // UNSAFE: pthread_detach
    return 0;
}

#elif defined KILL_AFTER_JOIN
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_kill(thread, 0));
    pthread_join(thread, 0);
    TWIN(pthread_kill(thread, 0), ); // UNSAFE: pthread_kill
    return 0;
}

#elif defined CANCEL_AFTER_JOIN
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_cancel(thread));
    pthread_join(thread, 0);
    TWIN(pthread_cancel(thread), ); // UNSAFE: pthread_cancel
    return 0;
}

#elif defined COMPARED_AFTER_JOIN
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    int is_same = pthread_equal(thread, pthread_self());
    TWIN(pthread_join(thread, 0), ); // UNSAFE: pthread_join
    return is_same;
}

#elif defined JOINED_BY_TWO
static pthread_t target;
static void *joiner(void *unused) {
    TWIN(pthread_join(target, 0), ); // UNSAFE: pthread_join
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&target, 0, work, 0);
    pthread_create(&thread, 0, joiner, 0);
    pthread_join(target, 0); // UNSAFE: pthread_join
    pthread_join(thread, 0);
    return 0;
}

#elif defined DETACHES_ITSELF
static void *loner(void *unused) {
    pthread_detach(pthread_self());
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, TWIN(loner, work), 0);
    pthread_join(thread, 0); // UNSAFE: pthread_join
    return 0;
}

#elif defined C11_JOIN_TWICE
static int run(void *unused) {
    return unused != 0;
}
int main(void) {
    thrd_t thread;
    thrd_create(&thread, run, 0);
    thrd_join(thread, 0);
    TWIN(thrd_join(thread, 0), ); // UNSAFE: thrd_join
    return 0;
}
#endif
