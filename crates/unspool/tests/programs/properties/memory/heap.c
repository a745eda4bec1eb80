// WITH --property=valid-memsafety
// What may be freed, when and by whom, and used until then.
#include "../twin.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int global;

#if defined USE_AFTER_FREE
int main(void) {
    int *cell = malloc(sizeof *cell);
    TWIN(free(cell), );
    *cell = 1; // UNSAFE: use after free
    TWIN(, free(cell));
    return 0;
}

#elif defined READ_AFTER_FREE
int main(void) {
    int *cell = calloc(1, sizeof *cell);
    int seen = *cell;
    free(cell);
    return TWIN(*cell, seen); // UNSAFE: use after free
}

#elif defined USE_AFTER_FREE_BY_ANOTHER
static int *cell;
static void *work(void *unused) {
    *cell = 1; // UNSAFE: use after free
    return unused;
}
int main(void) {
    pthread_t thread;
    cell = malloc(sizeof *cell);
    pthread_create(&thread, 0, work, 0);
    TWIN(free(cell), );
    pthread_join(thread, 0);
    TWIN(, free(cell));
    return 0;
}

#elif defined LAST_USER_FREES
static atomic_int users = 2;
static int *cell;
static void leave(void) {
    *cell = 1; // UNSAFE: use after free
    if (TWIN(users-- == 2, users-- == 1))
        free(cell);
}
static void *work(void *unused) {
    leave();
    return unused;
}
int main(void) {
    pthread_t thread;
    cell = malloc(sizeof *cell);
    pthread_create(&thread, 0, work, 0);
    leave();
    pthread_join(thread, 0);
    return 0;
}

#elif defined DOUBLE_FREE
int main(void) {
    void *memory = malloc(4);
    free(memory);
    TWIN(, memory = 0);
    free(memory); // UNSAFE: double free
    return 0;
}

#elif defined DOUBLE_FREE_BY_TWO
static _Atomic(void *) memory;
static void drop(void) {
    void *own = TWIN(memory, atomic_exchange(&memory, 0));
    free(own); // UNSAFE: double free
}
static void *work(void *unused) {
    drop();
    return unused;
}
int main(void) {
    pthread_t thread;
    memory = malloc(4);
    pthread_create(&thread, 0, work, 0);
    drop();
    pthread_join(thread, 0);
    return 0;
}

#elif defined FREE_OF_THE_INSIDE
int main(void) {
    char *memory = malloc(4);
    free(memory + TWIN(1, 0)); // UNSAFE: invalid free
    return 0;
}

#elif defined FREE_OF_A_GLOBAL
int main(void) {
    int *memory = TWIN(&global, malloc(4));
    free(memory); // UNSAFE: invalid free
    return 0;
}

#elif defined FREE_OF_A_LOCAL
int main(void) {
    int local, *memory = TWIN(&local, malloc(4));
    local = 1;
    free(memory); // UNSAFE: invalid free
    return local == 7;
}

#elif defined FREE_OF_NULL
int main(void) {
    int *memory = TWIN((int *)&main, 0);
    free(memory); // UNSAFE: invalid free
    return 0;
}

#elif defined REALLOC_MOVES
int main(void) {
    int *old = malloc(sizeof *old), *cells = realloc(old, 2 * sizeof *old);
    TWIN(old, cells)[0] = 1; // UNSAFE: use after free
    free(cells);
    return 0;
}

#elif defined REALLOC_SHRINKS
int main(void) {
    char *bytes = realloc(malloc(4), 2);
    bytes[TWIN(2, 1)] = 1; // UNSAFE: out of bounds
    free(bytes);
    return 0;
}

#elif defined REALLOC_TO_NOTHING
int main(void) {
    char *bytes = malloc(4);
    bytes[0] = 1;
    char *rest = realloc(bytes, 0);
    TWIN(bytes[0] = 2, free(rest)); // UNSAFE: use after free
    return 0;
}

#elif defined REALLOC_OF_NULL
int main(void) {
    char *bytes = realloc(0, 2);
    bytes[TWIN(2, 1)] = 1; // UNSAFE: out of bounds
    free(bytes);
    return 0;
}

#elif defined REALLOC_OF_WHAT_IS_FREED
int main(void) {
    char *bytes = malloc(2);
    TWIN(free(bytes), );
    bytes = realloc(bytes, 4); // UNSAFE: use after free
    free(bytes);
    return 0;
}

#elif defined CALLOC_OVERFLOW
int main(void) {
    volatile size_t count = TWIN(SIZE_MAX / 2, 2);
    int *cells = calloc(count, 4);
    cells[0] = 1; // UNSAFE: dereference of a null pointer
    free(cells);
    return 0;
}

#elif defined MALLOC_FAILS // WITH --malloc-failures
int main(void) {
    int *cell = malloc(sizeof *cell);
    TWIN(, if (cell)) *cell = 1; // UNSAFE: dereference of a null pointer
    free(cell);
    return 0;
}

#elif defined NOTHING_ALLOCATED
int main(void) {
    char *bytes = malloc(TWIN(0, 1));
    if (bytes)
        bytes[0] = 1; // UNSAFE: out of bounds
    free(bytes);
    return 0;
}

#elif defined MUTEX_IN_FREED_MEMORY
int main(void) {
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, 0);
    TWIN(free(mutex), );
    pthread_mutex_lock(mutex); // UNSAFE: use after free
    pthread_mutex_unlock(mutex);
    TWIN(, free(mutex));
    return 0;
}

#elif defined LIST
struct node { struct node *next; };
int main(void) {
    struct node *first = malloc(sizeof *first);
    first->next = malloc(sizeof *first);
    first->next->next = 0;
    for (struct node *it = first, *next; it; it = TWIN(it->next, next)) { // UNSAFE: use after free
        next = it->next;
        free(it);
    }
    return 0;
}

#elif defined STRDUP
int main(void) {
    char *copy = strdup("ab");
    copy[TWIN(3, 2)] = 0; // UNSAFE: out of bounds
    free(copy);
    return 0;
}

#elif defined ALIGNED
int main(void) {
    char *bytes = aligned_alloc(8, 8);
    bytes[TWIN(8, 7)] = 1; // UNSAFE: out of bounds
    free(bytes);
    return 0;
}
#endif
