// WITH --property=valid-memsafety
// Where memory may be accessed: inside of live objects, and of the arrays in them.
#include "../twin.h"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int table[4];
static char text[8] = "abc";
static int one = 1;

#if defined NULL_POINTER
int main(void) {
    int *pointer = TWIN(0, &one);
    *pointer = 1; // UNSAFE: dereference of a null pointer
    return 0;
}

#elif defined NULL_MEMBER
struct pair { int first, second; };
int main(void) {
    struct pair pair = {1, 2}, *pointer = TWIN(0, &pair);
    return pointer->second == 7; // UNSAFE: dereference of a null pointer
}

#elif defined NULL_BY_ANOTHER_THREAD
static int *_Atomic pointer = &one;
static void *work(void *unused) {
    pointer = TWIN(0, table);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = pointer ? *pointer : 0; // UNSAFE: dereference of a null pointer
    pthread_join(thread, 0);
    return seen == 7;
}

#elif defined UNINITIALISED_POINTER
int main(void) {
    int *pointer TWIN(, = table);
    *pointer = 1; // UNSAFE: dereference of
    return 0;
}

#elif defined NUMBER_AS_A_POINTER
int main(void) {
    int *pointer = TWIN((int *)1234, table);
    *pointer = 1; // UNSAFE: dereference of
    return 0;
}

#elif defined ABOVE_A_GLOBAL
int main(void) {
    volatile int at = TWIN(4, 3);
    table[at] = 1; // UNSAFE: out of bounds
    return 0;
}

#elif defined BELOW_A_GLOBAL
int main(void) {
    volatile int at = TWIN(-1, 0);
    table[at] = 1; // UNSAFE: out of bounds
    return 0;
}

#elif defined ABOVE_THE_HEAP
int main(void) {
    int *cells = malloc(2 * sizeof *cells);
    cells[TWIN(2, 1)] = 1; // UNSAFE: out of bounds
    free(cells);
    return 0;
}

#elif defined BELOW_THE_HEAP
int main(void) {
    int *cells = malloc(2 * sizeof *cells);
    cells[TWIN(-1, 0)] = 1; // UNSAFE: out of bounds
    free(cells);
    return 0;
}

#elif defined PARTLY_ABOVE_THE_HEAP
int main(void) {
    char *bytes = malloc(TWIN(7, 8));
    *(int *)(bytes + 4) = 1; // UNSAFE: out of bounds
    free(bytes);
    return 0;
}

#elif defined ABOVE_THE_STACK
int main(void) {
    int cells[2] = {0, 0};
    int *end = cells + TWIN(2, 1);
    *end = 1; // UNSAFE: out of bounds
    return 0;
}

#elif defined BELOW_THE_STACK
int main(void) {
    int cells[2] = {0, 0};
    int *before = cells - TWIN(1, 0);
    return *before; // UNSAFE: out of bounds
}

#elif defined ARRAY_OF_A_RECORD
struct { int cells[2]; int next; } record;
int main(void) {
    volatile int at = TWIN(2, 1);
    record.cells[at] = 1; // UNSAFE: index is outside of the array
    return 0;
}

#elif defined ROW_OF_A_MATRIX
static int rows[2][3];
int main(void) {
    volatile int column = TWIN(3, 2);
    rows[0][column] = 1; // UNSAFE: index is outside of the array
    return 0;
}

#elif defined FLEXIBLE_ARRAY
struct row { int length; int cells[]; };
int main(void) {
    struct row *row = malloc(sizeof *row + 2 * sizeof(int));
    row->length = 2;
    row->cells[row->length - TWIN(0, 1)] = 1; // UNSAFE: out of bounds
    free(row);
    return 0;
}

#elif defined VARIABLE_LENGTH
int main(void) {
    volatile int length = 2;
    int cells[length];
    cells[TWIN(2, 1)] = 1; // UNSAFE: out of bounds
    return cells[1] == 7;
}

#elif defined ONE_PAST_THE_END
int main(void) {
    int *end = table + 4, sum = 0;
    for (int *it = table; it TWIN(<=, <) end; it++)
        sum += *it; // UNSAFE: out of bounds
    return sum;
}

#elif defined STRING_CONSTANT
int main(void) {
    char own[4] = "abc", *text = TWIN("abc", own);
    text[0] = 'x'; // UNSAFE: read-only
    return 0;
}

#elif defined CONSTANT
static const int constant = 1;
int main(void) {
    int *pointer = TWIN((int *)&constant, table);
    *pointer = 2; // UNSAFE: read-only
    return 0;
}

#elif defined FUNCTION_POINTER
static int answer(void) {
    return 0;
}
int main(void) {
    int (*function)(void) = TWIN(0, answer);
    return function(); // UNSAFE: null pointer
}

#elif defined DEAD_BLOCK
int main(void) {
    int *pointer = &one;
    {
        int local = 1;
        pointer = TWIN(&local, pointer);
        local = 2;
    }
    return *pointer == 7; // UNSAFE: after its lifetime has ended
}

#elif defined DEAD_FRAME
static int *escape(void) {
    TWIN(, static) int local = 1;
    int *pointer = &local;
    return pointer;
}
int main(void) {
    return *escape() == 7; // UNSAFE: after its lifetime has ended
}

#elif defined LOCAL_OF_AN_ENDED_THREAD
static void *work(void *unused) {
    TWIN(, static) int local;
    int *pointer = &local;
    local = 1;
    (void)unused;
    return pointer;
}
int main(void) {
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &result);
    return *(int *)result == 7; // UNSAFE: after its lifetime has ended
}

#elif defined ARGUMENT_OF_A_DEAD_FRAME
static void *work(void *cell) {
    *(int *)cell = 1; // UNSAFE: after its lifetime has ended
    return 0;
}
static void start(pthread_t *thread) {
    TWIN(, static) int local;
    pthread_create(thread, 0, work, &local);
}
int main(void) {
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
    return 0;
}

#elif defined MEMCPY_TOO_LONG
int main(void) {
    char own[4];
    memcpy(own, text, TWIN(5, 4)); // UNSAFE: out of bounds
    return 0;
}

#elif defined MEMCPY_OVERLAP
int main(void) {
    TWIN(memcpy, memmove)(text + 1, text, 3); // UNSAFE: overlap
    return 0;
}

#elif defined MEMSET_TOO_LONG
int main(void) {
    memset(table, 0, sizeof table + TWIN(1, 0)); // UNSAFE: out of bounds
    return 0;
}

#elif defined STRCPY_TOO_LONG
int main(void) {
    char own[3];
    strcpy(own, TWIN("abc", "ab")); // UNSAFE: out of bounds
    return 0;
}

#elif defined STRCAT_TOO_LONG
int main(void) {
    char own[6] = "abc";
    strcat(own, TWIN("def", "de")); // UNSAFE: out of bounds
    return 0;
}

#elif defined STRLEN_WITHOUT_AN_END
int main(void) {
    char own[3] = {'a', 'b', TWIN('c', 0)};
    return strlen(own) == 7; // UNSAFE: out of bounds
}

#elif defined PRINTF_WITHOUT_AN_END
int main(void) {
    char own[2] = {'a', TWIN('b', 0)};
    printf("%s\n", own); // UNSAFE: out of bounds
    return 0;
}

#elif defined PRINTF_OF_NULL
int main(void) {
    puts(TWIN((char *)0, text)); // UNSAFE: dereference of a null pointer
    return 0;
}

#elif defined SPRINTF_TOO_LONG
int main(void) {
    char own[3];
    TWIN(sprintf(own, "%d", 123), snprintf(own, sizeof own, "%d", 123)); // UNSAFE: out of bounds
    return 0;
}

#elif defined STRNCPY_IS_NOT_ENDED
int main(void) {
    char own[4];
    strncpy(own, TWIN("abcd", "abc"), 4);
    return strlen(own) == 7; // UNSAFE: out of bounds
}

#elif defined READ_TOO_MUCH // WITH --domain=0,5
int main(void) {
    char own[4];
    fgets(own, TWIN(6, 4), stdin); // UNSAFE: out of bounds
    return 0;
}

#elif defined INDEX_BY_ANOTHER_THREAD
static _Atomic int at;
static void *work(void *unused) {
    if (at < TWIN(4, 3))
        at++;
    return unused;
}
int main(void) {
    pthread_t thread;
    at = 3;
    pthread_create(&thread, 0, work, 0);
    table[at] = 1; // UNSAFE: out of bounds
    pthread_join(thread, 0);
    return 0;
}

#elif defined UNION_MEMBERS
static union { char small[2]; char large[4]; } shared;
int main(void) {
    volatile int at = 3;
    shared.TWIN(small, large)[at] = 1; // UNSAFE: index is outside of the array
    return 0;
}

#elif defined ALLOCA
static char *escape(void) {
    TWIN(char *bytes = __builtin_alloca(4), static char bytes[4]);
    bytes[0] = 1;
    return bytes;
}
int main(void) {
    char *bytes = escape();
    return bytes[0] == 7; // UNSAFE: after its lifetime has ended
}
#endif
