/* Destructors of thread-specific data */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_key_t first_key, second_key;
pthread_t thread;
int order;
int calls;

static void note(void *digit) {
    order = order * 10 + *(int *)digit;
}

static int one = 1, two = 2;

#if defined RUN_IN_THE_ORDER_OF_THE_KEYS // SAFE
static void *set_both(void *unused) {
    pthread_setspecific(second_key, &two);
    pthread_setspecific(first_key, &one);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, note);
    pthread_key_create(&second_key, note);
    pthread_create(&thread, 0, set_both, 0);
    pthread_join(thread, 0);
    assert(order == 12);
}
#elif defined RUN_AT_EXIT_OF_A_THREAD // SAFE
static void *set_and_exit(void *unused) {
    pthread_setspecific(first_key, &one);
    pthread_exit(0);
}
int main(void) {
    pthread_key_create(&first_key, note);
    pthread_create(&thread, 0, set_and_exit, 0);
    pthread_join(thread, 0);
    assert(order == 1);
}
#elif defined SEE_A_NULL_VALUE // SAFE
/* The value is null before the destructor is called. */
static void look(void *value) {
    assert(value == &one && pthread_getspecific(first_key) == 0);
    calls++;
}
static void *set(void *unused) {
    pthread_setspecific(first_key, &one);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, look);
    pthread_create(&thread, 0, set, 0);
    pthread_join(thread, 0);
    assert(calls == 1);
}
#elif defined RUN_ONLY_FOR_VALUES // SAFE
static void *set_and_take_back(void *unused) {
    pthread_setspecific(first_key, &one);
    pthread_setspecific(first_key, 0);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, note);
    pthread_key_create(&second_key, note);
    pthread_create(&thread, 0, set_and_take_back, 0);
    pthread_join(thread, 0);
    assert(order == 0);
}
#elif defined RUN_AGAIN_FOR_NEW_VALUES // SAFE
/* At most PTHREAD_DESTRUCTOR_ITERATIONS times. */
static void set_again(void *value) {
    calls++;
    pthread_setspecific(first_key, value);
}
static void *set(void *unused) {
    pthread_setspecific(first_key, &one);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, set_again);
    pthread_create(&thread, 0, set, 0);
    pthread_join(thread, 0);
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
}
#elif defined A_LATER_KEY_SET_BY_ONE_RUNS_IN_THE_SAME_ROUND // SAFE
static void set_second(void *value) {
    note(value);
    pthread_setspecific(second_key, &two);
}
static void set_first(void *value) {
    note(value);
    if (calls++ == 0)
        pthread_setspecific(first_key, &one);
}
static void *set(void *unused) {
    pthread_setspecific(first_key, &one);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, set_second);
    pthread_key_create(&second_key, set_first);
    pthread_create(&thread, 0, set, 0);
    pthread_join(thread, 0);
    assert(order == 1212);
}
#elif defined DELETING_THE_KEY_PREVENTS_THEM // SAFE
static void *set_and_delete(void *unused) {
    pthread_setspecific(first_key, &one);
    pthread_key_delete(first_key);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, note);
    pthread_create(&thread, 0, set_and_delete, 0);
    pthread_join(thread, 0);
    assert(order == 0);
}
#elif defined DO_NOT_RUN_WHEN_THE_PROCESS_ENDS // SAFE
static void fail(void *unused) {
    assert(0);
}
int main(void) {
    pthread_key_create(&first_key, fail);
    pthread_setspecific(first_key, &one);
}
#elif defined RUN_AFTER_CLEANUP_HANDLERS // SAFE
static void *push_and_exit(void *unused) {
    pthread_setspecific(first_key, &one);
    pthread_cleanup_push(note, &two);
    pthread_exit(0);
    pthread_cleanup_pop(0);
}
int main(void) {
    pthread_key_create(&first_key, note);
    pthread_create(&thread, 0, push_and_exit, 0);
    pthread_join(thread, 0);
    assert(order == 21);
}
#elif defined THAT_EXIT
static void leave(void *unused) {
    pthread_exit(0); // UNSAFE: pthread_exit from a cleanup handler or destructor of a thread that is ending already
}
static void *set(void *unused) {
    pthread_setspecific(first_key, &one);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, leave);
    pthread_create(&thread, 0, set, 0);
    pthread_join(thread, 0);
}
#elif defined OF_MANY_KEYS // SAFE
/* More than fit into the first block. */
static void *set_last(void *unused) {
    pthread_setspecific(second_key, &two);
    pthread_setspecific(first_key, &one);
    return 0;
}
int main(void) {
    pthread_key_create(&first_key, note);
    for (int i = 0; i < 40; i++)
        pthread_key_create(&second_key, note);
    pthread_create(&thread, 0, set_last, 0);
    pthread_join(thread, 0);
    assert(order == 12);
}
#endif
