/* pthread_attr_setstack and the other attributes of stacks */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#if defined SIZE // SAFE
int main(void) {
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size >= 16384);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setstacksize(&attributes, 100) == EINVAL);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
}
#elif defined GUARD // SAFE
int main(void) {
    pthread_attr_t attributes;
    size_t size = 0;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 4096);
    assert(pthread_attr_setguardsize(&attributes, 0) == 0);
    assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 0);
}
#elif defined STACK // SAFE
static char memory[1 << 20];
int main(void) {
    pthread_attr_t attributes;
    void *stack = memory;
    size_t size = 1;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getstack(&attributes, &stack, &size) == 0 && stack == 0 && size == 0);
    assert(pthread_attr_setstack(&attributes, memory, 100) == EINVAL);
    assert(pthread_attr_setstack(&attributes, memory, sizeof memory) == 0);
    assert(pthread_attr_getstack(&attributes, &stack, &size) == 0 && stack == memory && size == sizeof memory);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == sizeof memory);
}
#elif defined ADDRESS // SAFE
static char memory[1 << 20];
int main(void) {
    pthread_attr_t attributes;
    void *end = memory;
    pthread_attr_init(&attributes);
    assert(pthread_attr_getstackaddr(&attributes, &end) == 0 && end == 0);
    assert(pthread_attr_setstackaddr(&attributes, memory + sizeof memory) == 0);
    assert(pthread_attr_getstackaddr(&attributes, &end) == 0 && end == memory + sizeof memory);
    pthread_attr_setstack(&attributes, memory, sizeof memory);
    assert(pthread_attr_getstackaddr(&attributes, &end) == 0 && end == memory + sizeof memory);
}
#elif defined CREATION_WITH_A_STACK // SAFE
static char memory[1 << 20];
static void *work(void *unused) {
    return memory;
}
int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    void *result;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, memory, sizeof memory);
    assert(pthread_create(&thread, &attributes, work, 0) == 0);
    assert(pthread_join(thread, &result) == 0 && result == memory);
}
#endif
