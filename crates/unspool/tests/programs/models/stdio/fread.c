/* fread, getw, fwrite, putw: any number of items up to those asked for */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

#if defined ANY_NUMBER
// WITH --domain=0,1,2,3
int main(void) {
    char bytes[3];
    size_t count = fread(bytes, 1, 3, stdin);
    assert(count <= 3);
    assert(count != 0); // UNSAFE: assertion failed
    assert(count != 2); // UNSAFE: assertion failed
    assert(count != 3); // UNSAFE: assertion failed
    return 0;
}
#elif defined FEWER_MEANS_THE_END
// WITH --domain=0,1,2
int main(void) {
    char bytes[2];
    size_t count = fread(bytes, 1, 2, stdin);
    assert((count < 2) == (feof(stdin) != 0)); // SAFE
    return 0;
}
#elif defined WHOLE_ITEMS
// WITH --domain=0,3,4,8
int main(void) {
    int items[2] = {-1, -1};
    size_t count = fread(items, sizeof(int), 2, stdin);
    assert(count <= 2); // SAFE
    assert(fread(items, 0, 2, stdin) == 0 && fread(items, 4, 0, stdin) == 0);
    return 0;
}
#elif defined BYTES_GIVEN_BACK
int main(void) {
    char byte;
    ungetc('q', stdin);
    assert(fread_unlocked(&byte, 1, 1, stdin) == 1 && byte == 'q'); // SAFE
    return 0;
}
#elif defined WORDS
// WITH --domain=4,7
int main(void) {
    int word = getw(stdin);
    assert(word == -1 || !feof(stdin)); // SAFE
    assert(fwrite("ab", 1, 2, stdout) == 2 && fwrite_unlocked("ab", 2, 1, stdout) == 1 && fwrite("", 0, 5, stdout) == 0);
    FILE *file = fopen("file", "w");
    if (file != NULL)
        assert(putw(5, file) == 0);
    return 0;
}
#elif defined MORE_THAN_ANY_OBJECT
int main(void) {
    char bytes[2];
    volatile size_t half = (size_t)-1 / 2 + 1;
    fread(bytes, half, 2, stdin); // UNSAFE: fread of more bytes than any object has
    return 0;
}
#elif defined MORE_WRITTEN_THAN_ANY_OBJECT
int main(void) {
    volatile size_t half = (size_t)-1 / 2 + 1;
    fwrite("ab", 2, half, stdout); // UNSAFE: fwrite of more bytes than any object has
    return 0;
}
#elif defined WRITTEN_BEYOND_THE_END
int main(void) {
    char bytes[2] = "";
    FILE *file = fopen("file", "w");
    if (file != NULL)
        fwrite(bytes, 1, 3, file); // UNSAFE: out of bounds
    return 0;
}
#elif defined TWO_CALLS_INTO_ONE_BUFFER
// WITH --races --domain=1
#include <pthread.h>
static int item;
static void *work(void *unused) {
    fread(&item, 1, 1, stdin); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    fread(&item, 1, 1, stdin); // RACE
    return 0;
}
#endif
