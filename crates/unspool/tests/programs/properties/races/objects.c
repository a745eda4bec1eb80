// WITH --property=no-data-race
// What two threads can share: objects and parts of them, by the byte.
#include "../twin.h"
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#if defined GLOBAL
static TWIN(int, _Atomic int) shared;
static void *work(void *unused) {
    shared = 1; // RACE!
    return unused;
}
static void other(void) {
    shared = 2; // RACE!
}

#elif defined READ_AND_WRITE
static int shared, seen;
static void *work(void *unused) {
    seen = shared; // RACE!
    return unused;
}
static void other(void) {
    TWIN(shared = 1, int own = shared; (void)own); // RACE!
}

#elif defined SAME_VALUE
static TWIN(int, _Atomic int) shared = 1;
static void *work(void *unused) {
    shared = 1; // RACE!
    return unused;
}
static void other(void) {
    shared = 1; // RACE!
}

#elif defined VOLATILE
static TWIN(volatile int, volatile _Atomic int) shared;
static void *work(void *unused) {
    shared = 1; // RACE!
    return unused;
}
static void other(void) {
    shared = 2; // RACE!
}

#elif defined INCREMENT
static TWIN(int, _Atomic int) shared;
static void *work(void *unused) {
    shared++; // RACE!
    return unused;
}
static void other(void) {
    shared += 2; // RACE!
}

#elif defined HEAP
static int *first, *second;
#define PREPARE first = malloc(sizeof *first), second = TWIN(first, malloc(sizeof *second))
static void *work(void *unused) {
    *first = 1; // RACE!
    return unused;
}
static void other(void) {
    *second = 2; // RACE!
}

#elif defined LOCAL_OF_ANOTHER
static int *escaped;
static void *work(void *unused) {
    *escaped = 1; // RACE!
    return unused;
}
static int own_main(void) {
    int local[2] = {0, 0};
    pthread_t thread;
    escaped = &local[TWIN(1, 0)];
    pthread_create(&thread, 0, work, 0); // NORACE
    local[1] = 2; // RACE!
    pthread_join(thread, 0);
    return 0;
}
#define OWN_MAIN

#elif defined FIELDS
static struct { int first, second; } shared;
static void *work(void *unused) {
    shared.first = 1; // RACE!
    return unused;
}
static void other(void) {
    shared.TWIN(first, second) = 2; // RACE!
}

#elif defined RECORD_AND_FIELD
static struct pair { int first, second; } shared, another;
static void *work(void *unused) {
    shared.second = 1; // RACE!
    return unused;
}
static void other(void) {
    struct pair copy = TWIN(shared, another); // RACE!
    (void)copy;
}

#elif defined ELEMENTS
static int shared[3];
static void *work(void *unused) {
    shared[1] = 1; // RACE!
    return unused;
}
static void other(void) {
    shared[TWIN(1, 2)] = 2; // RACE!
}

#elif defined COMPUTED_INDEX
static int shared[4];
static _Atomic int index;
static void *work(void *unused) {
    index = 1;
    shared[3] = 1; // RACE!
    return unused;
}
static void other(void) {
    int at = 2 * index + 1;
    shared[at - TWIN(0, 1)] = 2; // RACE!
}

#elif defined BIT_FIELDS
static struct { unsigned first : 4; TWIN(, unsigned : 0;) unsigned second : 4; } shared;
static void *work(void *unused) {
    shared.first = 1; // RACE!
    return unused;
}
static void other(void) {
    shared.second = 2; // RACE!
}

#elif defined BIT_FIELD_AND_MEMBER
static struct { unsigned bits : 8; char next; } shared;
static void *work(void *unused) {
    shared.bits = 1; // RACE!
    return unused;
}
static void other(void) {
    shared.TWIN(bits, next) = 2; // RACE!
}

#elif defined BYTE_OF_A_WORD
static int shared[2];
static void *work(void *unused) {
    shared[0] = 1; // RACE!
    return unused;
}
static void other(void) {
    ((char *)shared)[TWIN(3, 4)] = 2; // RACE!
}

#elif defined HALVES
static union { uint32_t whole; uint16_t half[2]; } shared;
static void *work(void *unused) {
    shared.half[0] = 1; // RACE!
    return unused;
}
static void other(void) {
    shared.half[TWIN(0, 1)] = 2; // RACE!
}

#elif defined WHOLE_AND_HALF
static union { uint32_t whole; uint16_t half[4]; } shared;
static void *work(void *unused) {
    shared.whole = 1; // RACE!
    return unused;
}
static void other(void) {
    shared.half[TWIN(1, 2)] = 2; // RACE!
}

#elif defined STRADDLING
static char shared[12];
static void *work(void *unused) {
    *(int32_t *)&shared[4] = 1; // RACE!
    return unused;
}
static void other(void) {
    *(int16_t *)&shared[TWIN(6, 8)] = 1; // RACE!
}

#elif defined THREAD_LOCAL
static TWIN(, _Thread_local) int own;
static void *work(void *unused) {
    own = 1; // RACE!
    return unused;
}
static void other(void) {
    own = 2; // RACE!
}

#elif defined ERRNO
static int errors;
static void *work(void *unused) {
    TWIN(errors, errno) = 1; // RACE!
    return unused;
}
static void other(void) {
    TWIN(errors, errno) = 2; // RACE!
}

#elif defined STATIC_OF_A_FUNCTION
static int count(void) {
    TWIN(static, ) int calls = 0;
    return ++calls; // RACE!
}
static void *work(void *unused) {
    count(); // NORACE
    return unused;
}
static void other(void) {
    count(); // NORACE
}

#elif defined STATIC_INITIALISER
static int first = 5;
static int *pointer = &first; // NORACE
static void *work(void *unused) {
    int seen = *pointer; // RACE!
    return seen == 7 ? unused : 0;
}
static void other(void) {
    TWIN(first = 6, int own = first; (void)own); // RACE!
}

#elif defined CONSTANTS
static const int table[2] = {1, 2};
static TWIN(int, const int) offset = 1;
static void *work(void *unused) {
    int seen = table[offset]; // RACE!
    return seen == 7 ? unused : 0;
}
static void other(void) {
    int seen = table[TWIN(offset = 0, 0)]; // RACE!
    (void)seen;
}

#elif defined ARGUMENT_OF_A_THREAD
static void *work(void *number) {
    int own = *(int *)number; // RACE!
    return own == 7 ? number : 0;
}
static int own_main(void) {
    pthread_t threads[2];
    int numbers[2];
    for (int i = 0; i < 2; i++) {
        numbers[TWIN(0, i)] = i; // RACE!
        pthread_create(&threads[i], 0, work, &numbers[TWIN(0, i)]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
#define OWN_MAIN

#elif defined BY_INDEX
static int results[3];
static void *work(void *slot) {
    int *result = slot;
    *result = 1; // RACE!
    return 0;
}
static int own_main(void) {
    pthread_t threads[3];
    int sum = 0;
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, work, &results[TWIN(i / 2, i)]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < 3; i++)
        sum += results[i]; // NORACE
    return sum == 9;
}
#define OWN_MAIN

#elif defined PARAMETER_BY_ADDRESS
static int *published;
static void *work(void *unused) {
    *published = 1; // RACE!
    return unused;
}
static void use(int parameter, int another) {
    pthread_t thread;
    published = &parameter;
    pthread_create(&thread, 0, work, 0);
    int seen = TWIN(parameter, another); // RACE!
    pthread_join(thread, 0);
    (void)seen;
}
static int own_main(void) {
    use(1, 2);
    return 0;
}
#define OWN_MAIN

#elif defined LONG_DOUBLE
static union { long double number; char bytes[32]; } shared;
static void *work(void *unused) {
    shared.number = 1; // RACE!
    return unused;
}
static void other(void) {
    shared.bytes[TWIN(3, 16)] = 1; // RACE!
}

#elif defined FLEXIBLE_ARRAY
static struct row { int length; int cells[]; } *shared;
#define PREPARE shared = malloc(sizeof *shared + 2 * sizeof(int))
static void *work(void *unused) {
    shared->cells[1] = 1; // RACE!
    return unused;
}
static void other(void) {
    shared->TWIN(cells[1], length) = 2; // RACE!
}
#endif

int main(void) {
#ifdef OWN_MAIN
    return own_main();
#else
    pthread_t thread;
#ifdef PREPARE
    PREPARE;
#endif
    pthread_create(&thread, 0, work, 0);
    other();
    pthread_join(thread, 0);
    return 0;
#endif
}
