/* getline, getdelim: the buffer grows */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined ALLOCATES
// WITH --domain=1,2
int main(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    assert(length == -1 || (length >= 1 && (size_t)length < size && line != NULL)); // SAFE
    if (length > 0)
        assert(line[length] == 0 && (line[length - 1] == '\n' || feof(stdin)));
    else
        assert(feof(stdin));
    free(line);
    return 0;
}
#elif defined REPLACES_A_SMALL_BUFFER
int main(void) {
    size_t size = 2;
    char *line = malloc(size);
    ungetc(';', stdin);
    assert(getdelim(&line, &size, ';', stdin) == 1 && strcmp(line, ";") == 0 && size > 2); // SAFE
    free(line);
    return 0;
}
#elif defined NULL_ARGUMENTS
int main(void) {
    size_t size = 0;
    char *line = NULL;
    assert(getline(NULL, &size, stdin) == -1 && errno == EINVAL); // SAFE
    errno = 0;
    assert(getline(&line, NULL, stdin) == -1 && errno == EINVAL);
    return 0;
}
#elif defined TWO_CALLS_INTO_ONE_BUFFER
// WITH --races --domain=1
#include <pthread.h>
static char buffer[256];
static char *line = buffer;
static size_t size = sizeof buffer;
static void *work(void *unused) {
    getline(&line, &size, stdin); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    getline(&line, &size, stdin); // RACE
    return 0;
}
#endif
