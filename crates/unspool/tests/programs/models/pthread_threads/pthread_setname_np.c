/* pthread_setname_np, pthread_getname_np */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

pthread_t thread;

static void *nothing(void *unused) {
    return 0;
}

#if defined IS_GIVEN_BACK // SAFE
int main(void) {
    char name[16];
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0);
}
#elif defined LENGTHS // SAFE
int main(void) {
    char name[16];
    assert(pthread_setname_np(pthread_self(), "fifteen letters") == 0);
    assert(pthread_setname_np(pthread_self(), "sixteen  letters") == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 16) == 0 && strcmp(name, "fifteen letters") == 0);
}
#elif defined OF_A_JOINED_THREAD
int main(void) {
    pthread_create(&thread, 0, nothing, 0);
    pthread_join(thread, 0);
    pthread_setname_np(thread, "late"); // UNSAFE: pthread_setname_np of a thread that does not exist (any longer)
}
#elif defined READING_THAT_OF_NO_THREAD
int main(void) {
    char name[16];
    pthread_getname_np(thread, name, sizeof name); // UNSAFE: pthread_getname_np of a thread that does not exist
}
#endif
