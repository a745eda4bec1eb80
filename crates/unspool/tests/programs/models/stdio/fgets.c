/* fgets, gets: a line, part of it, or the end */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

char line[4];

#if defined FITS
// WITH --domain=0,1,3,10
int main(void) {
    memset(line, 'z', sizeof line);
    char *result = fgets(line, sizeof line, stdin);
    assert(result == NULL || result == line); // SAFE
    if (result == NULL)
        assert(feof(stdin) && line[0] == 'z');
    else
        assert(memchr(line, 0, sizeof line) != NULL);
    return 0;
}
#elif defined ENDS_WITH_A_NEWLINE_OR_FULL_OR_AT_THE_END
// WITH --domain=1,2,3
int main(void) {
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    size_t length = strlen(line);
    assert(length >= 1 && length <= 3);
    assert(line[length - 1] == '\n' || length == 3 || feof(stdin));
    assert(strcmp(line, "\n") != 0);     // UNSAFE: assertion failed
    assert(strcmp(line, "\1\n") != 0);   // UNSAFE: assertion failed
    assert(strcmp(line, "\1\2\3") != 0); // UNSAFE: assertion failed
    assert(strcmp(line, "\2") != 0);     // UNSAFE: assertion failed
    return 0;
}
#elif defined NOTHING_MORE
int main(void) {
    assert(fgets(line, sizeof line, stdin) != NULL); // UNSAFE: assertion failed
    return 0;
}
#elif defined SIZE_OF_ONE
int main(void) {
    line[0] = 'z';
    assert(fgets(line, 1, stdin) == line && line[0] == 0); // SAFE
    return 0;
}
#elif defined TOO_LARGE
// WITH --domain=4,5
int main(void) {
    fgets(line, 5, stdin); // UNSAFE: out of bounds
    return 0;
}
#elif defined GETS
char *gets(char *text);
int main(void) {
    gets(line); // UNSAFE: gets: a line of input may be longer than the buffer
    return 0;
}
#elif defined GIVEN_BACK_COMES_FIRST
int main(void) {
    ungetc('\n', stdin);
    assert(fgets(line, sizeof line, stdin) == line && strcmp(line, "\n") == 0); // SAFE
    ungetc('a', stdin);
    assert(fgets_unlocked(line, sizeof line, stdin) == line && line[0] == 'a');
    return 0;
}
#elif defined TWO_CALLS_INTO_ONE_BUFFER
// WITH --races --domain=0,1
#include <pthread.h>
static void *work(void *unused) {
    fgets(line, 2, stdin); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    fgets(line, 2, stdin); // RACE
    return 0;
}
#elif defined PRINTED_WHILE_READ
// WITH --races --domain=0,1
#include <pthread.h>
static void *work(void *unused) {
    fgets(line, 2, stdin); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    puts(line); // RACE
    return 0;
}
#elif defined TWO_CALLS_INTO_TWO_BUFFERS
// WITH --races --domain=0,1
#include <pthread.h>
static void *work(void *unused) {
    char own[2];
    fgets(own, 2, stdin);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    fgets(line, 2, stdin); // SAFE
    return 0;
}
#endif
