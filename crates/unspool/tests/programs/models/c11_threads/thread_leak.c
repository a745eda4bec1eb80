/* Threads of C11 that are neither joined nor detached when the program ends */
// WITH --property=thread-leak
#include <stdlib.h>
#include <threads.h>

thrd_t thread;

static int work(void *unused) {
    return 0;
}

#if defined JOINED // SAFE
int main(void) {
    thrd_create(&thread, work, 0);
    thrd_join(thread, 0);
}
#elif defined DETACHED // SAFE
int main(void) {
    thrd_create(&thread, work, 0);
    thrd_detach(thread);
}
#elif defined NEITHER
int main(void) {
    thrd_create(&thread, work, 0);
    exit(0); // UNSAFE: the program ends while a thread is neither joined nor detached
}
#endif
