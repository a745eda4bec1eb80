// WITH --property=thread-leak
// Threads that are neither joined nor detached when the program ends.
#include "../twin.h"
#include <pthread.h>
#include <threads.h>

static void *work(void *unused) {
    return unused;
}

#if defined NEITHER_JOINED_NOR_DETACHED // UNSAFE: neither joined nor detached
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_join(thread, 0));
    return 0;
}

#elif defined DETACHED // UNSAFE: neither joined nor detached
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_detach(thread));
    return 0;
}

#elif defined CREATED_DETACHED // UNSAFE: neither joined nor detached
int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, TWIN(PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED));
    pthread_create(&thread, &attributes, work, 0);
    return 0;
}

#elif defined DETACHES_ITSELF // UNSAFE: neither joined nor detached
static void *loner(void *unused) {
    TWIN(, pthread_detach(pthread_self()));
    return unused;
}
static void *last(void *unused) {
    return unused;
}
int main(void) {
    pthread_t thread, another;
    pthread_create(&thread, 0, loner, 0);
    pthread_create(&another, 0, last, 0);
    pthread_join(another, 0);
    pthread_exit(0);
}

#elif defined ONE_OF_TWO // UNSAFE: neither joined nor detached
int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, work, 0);
    pthread_join(threads[0], 0);
    TWIN(, pthread_join(threads[1], 0));
    return 0;
}

#elif defined BY_AN_INTERLEAVING // UNSAFE: neither joined nor detached
static pthread_t inner;
static _Atomic int is_made;
static void *outer(void *unused) {
    pthread_create(&inner, 0, work, 0);
    is_made = 1;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, outer, 0);
    TWIN(, pthread_join(thread, 0));
    if (is_made)
        pthread_join(inner, 0);
    TWIN(pthread_join(thread, 0), );
    return 0;
}

#elif defined C11 // UNSAFE: neither joined nor detached
static int run(void *unused) {
    return unused != 0;
}
int main(void) {
    thrd_t thread;
    thrd_create(&thread, run, 0);
    TWIN(thrd_equal(thread, thrd_current()), thrd_join(thread, 0));
    return 0;
}
#endif
