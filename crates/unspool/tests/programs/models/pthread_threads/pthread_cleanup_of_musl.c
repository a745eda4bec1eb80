/* What musl's pthread_cleanup_push and pthread_cleanup_pop expand to */
#include <assert.h>
#include <pthread.h>

struct __ptcb {
    void (*__f)(void *);
    void *__x;
    struct __ptcb *__next;
};

void _pthread_cleanup_push(struct __ptcb *, void (*)(void *), void *);
void _pthread_cleanup_pop(struct __ptcb *, int);

pthread_t thread;
int order;

static void note(void *digit) {
    order = order * 10 + *(int *)digit;
}

static int one = 1, two = 2;

#if defined RUN_BY_POP // SAFE
int main(void) {
    do { struct __ptcb __cb; _pthread_cleanup_push(&__cb, note, &one);
    do { struct __ptcb __cb; _pthread_cleanup_push(&__cb, note, &two);
    _pthread_cleanup_pop(&__cb, 1); } while (0);
    _pthread_cleanup_pop(&__cb, 0); } while (0);
    assert(order == 2);
}
#elif defined RUN_BY_EXIT // SAFE
static void *leave(void *unused) {
    do { struct __ptcb __cb; _pthread_cleanup_push(&__cb, note, &one);
    do { struct __ptcb __cb; _pthread_cleanup_push(&__cb, note, &two);
    pthread_exit(0);
    _pthread_cleanup_pop(&__cb, 0); } while (0);
    _pthread_cleanup_pop(&__cb, 0); } while (0);
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, leave, 0);
    pthread_join(thread, 0);
    assert(order == 21);
}
#endif
