// WITH --property=valid-memcleanup
// Memory that lives when the program ends.
#include "../twin.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *kept;

#if defined NOT_FREED // UNSAFE: memory is not freed
int main(void) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    TWIN(, free(cell));
    return 0;
}

#elif defined STILL_REACHABLE // UNSAFE: memory is not freed
int main(void) {
    kept = malloc(4);
    TWIN(, free(kept));
    return 0;
}

#elif defined AT_EXIT
int main(void) {
    kept = malloc(4);
    TWIN(, free(kept));
    exit(0); // UNSAFE: memory is not freed
}

#elif defined FREED_BY_A_HANDLER // UNSAFE: memory is not freed
static void drop(void) {
    free(kept);
}
int main(void) {
    TWIN(, atexit(drop));
    kept = malloc(4);
    return 0;
}

#elif defined OVERWRITTEN // UNSAFE: memory is not freed
int main(void) {
    kept = malloc(4);
    TWIN(, free(kept));
    kept = malloc(8);
    free(kept);
    return 0;
}

#elif defined REALLOC_RESULT // UNSAFE: memory is not freed
int main(void) {
    void *bytes = malloc(4);
    bytes = realloc(bytes, 8);
    TWIN(, free(bytes));
    return 0;
}

#elif defined OF_A_THREAD // UNSAFE: memory is not freed
static void *work(void *unused) {
    (void)unused;
    return malloc(4);
}
int main(void) {
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &result);
    TWIN(, free(result));
    return 0;
}

#elif defined BY_AN_INTERLEAVING // UNSAFE: memory is not freed
static _Atomic int is_made;
static void *work(void *unused) {
    kept = malloc(4);
    is_made = 1;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    TWIN(, pthread_join(thread, 0));
    if (is_made)
        free(kept);
    TWIN(pthread_join(thread, 0), );
    return 0;
}

#elif defined STRDUP // UNSAFE: memory is not freed
int main(void) {
    char *copy = strdup("a");
    TWIN(, free(copy));
    return 0;
}
#endif
