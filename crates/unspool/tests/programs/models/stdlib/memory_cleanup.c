/* Memory that is not freed when the program ends */
// WITH --property=valid-memcleanup
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory;
pthread_t thread;

static void free_it(void) {
    free(memory);
}

static void *allocate_and_free(void *unused) {
    free(malloc(1));
    return 0;
}

#if defined NOTHING // SAFE
int main(void) {
    free(0);
}
#elif defined FREED // SAFE
int main(void) {
    memory = malloc(3);
    free(memory);
}
#elif defined KEPT // UNSAFE: the program ends while memory is not freed
int main(void) {
    memory = malloc(3);
}
#elif defined NULL_IS_NO_OBJECT
int main(void) {
    memory = malloc(3);
    free(0);
    exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined BY_ALL_FUNCTIONS // SAFE
int main(void) {
    char *text = 0;
    free(calloc(2, 3));
    free(realloc(0, 5));
    free(realloc(malloc(1), 5));
    assert(realloc(malloc(1), 0) == 0);
    free(reallocarray(malloc(1), 2, 2));
    free(aligned_alloc(16, 16));
    free(memalign(16, 16));
    assert(posix_memalign(&memory, 16, 16) == 0);
    free(memory);
    free(strdup("a"));
    free(strndup("abc", 2));
    assert(asprintf(&text, "%d", 7) == 1);
    free(text);
}
#elif defined BY_CALLOC
int main(void) {
    memory = calloc(2, 3);
    _Exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined BY_REALLOC
int main(void) {
    memory = realloc(malloc(1), 5);
    quick_exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined BY_ALIGNED_ALLOC
int main(void) {
    memory = aligned_alloc(16, 16);
    exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined BY_POSIX_MEMALIGN
int main(void) {
    posix_memalign(&memory, 16, 16);
    exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined BY_STRDUP
int main(void) {
    memory = strdup("a");
    exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined WHAT_FAILED_IS_NO_OBJECT // SAFE
// WITH --malloc-failures
int main(void) {
    void *moved = 0;
    memory = malloc(1);
    if (memory != 0)
        moved = realloc(memory, 2);
    free(moved != 0 ? moved : memory);
}
#elif defined WHAT_FAILED_LEAVES_THE_OLD
// WITH --malloc-failures
int main(void) {
    memory = malloc(1);
    memory = realloc(memory, 2);
    free(memory);
    exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined FREED_AT_EXIT // SAFE
int main(void) {
    memory = malloc(3);
    atexit(free_it);
}
#elif defined THE_LIBRARY_KEEPS_MEMORY // SAFE
int main(void) {
    setenv("NAME", "value", 1);
    setenv("NAME", "other", 0);
    pthread_setname_np(pthread_self(), "name");
    at_quick_exit(free_it);
}
#elif defined FREED_BY_A_THREAD // SAFE
// WITH --races
int main(void) {
    pthread_create(&thread, 0, allocate_and_free, 0);
    free(malloc(1));
    pthread_join(thread, 0);
}
#elif defined STOPPED_IN_BETWEEN
int main(void) {
    pthread_create(&thread, 0, allocate_and_free, 0);
    exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined BY_THE_LAST_THREAD
static void *keep(void *unused) {
    memory = malloc(1);
    pthread_exit(0); // UNSAFE: the program ends while memory is not freed
}
int main(void) {
    pthread_create(&thread, 0, keep, 0);
    pthread_exit(0); // UNSAFE: the program ends while memory is not freed
}
#elif defined THE_COUNT_ORDERS_NOTHING // RACE
// WITH --races
int shared;
static void *write_first(void *unused) {
    shared = 1;
    free(malloc(1));
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, write_first, 0);
    free(malloc(1));
    shared = 2;
    pthread_join(thread, 0);
}
#elif defined WHAT_ABORTS_MAY_KEEP_MEMORY // UNSAFE: abort
int main(void) {
    memory = malloc(1);
    abort();
}
#endif
