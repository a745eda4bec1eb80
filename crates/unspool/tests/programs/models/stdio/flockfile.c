/* flockfile, ftrylockfile, funlockfile: recursive, and every function on the stream waits for them */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int shared;

#if defined EXCLUDES
static void *work(void *unused) {
    flockfile(stdout);
    int before = shared;
    shared = before + 1;
    funlockfile(stdout);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    work(0);
    pthread_join(other, 0);
    assert(shared == 2); // SAFE
    return 0;
}
#elif defined ONLY_ITS_OWN_STREAM
static void *work(void *unused) {
    flockfile(stderr);
    shared++;
    funlockfile(stderr);
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    flockfile(stdout);
    shared++;
    funlockfile(stdout);
    pthread_join(other, 0);
    assert(shared == 2); // UNSAFE: assertion failed
    return 0;
}
#elif defined OUTPUT_WAITS
static void *work(void *unused) {
    putchar('x');
    shared = 1;
    return 0;
}
int main(void) {
    pthread_t other;
    flockfile(stdout);
    pthread_create(&other, 0, work, 0);
    printf("mine\n");
    assert(shared == 0); // SAFE
    funlockfile(stdout);
    pthread_join(other, 0);
    assert(shared == 1);
    return 0;
}
#elif defined NEVER_UNLOCKED
static void *work(void *unused) {
    puts("theirs"); // DEADLOCK
    return 0;
}
int main(void) {
    pthread_t other;
    flockfile(stdout);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0); // DEADLOCK
    return 0;
}
#elif defined RECURSIVE
static void *work(void *expected) {
    assert(ftrylockfile(stdout) == (expected == 0 ? 0 : -1));
    return 0;
}
int main(void) {
    pthread_t other;
    flockfile(stdout);
    assert(ftrylockfile(stdout) == 0); // SAFE
    funlockfile(stdout);
    pthread_create(&other, 0, work, &shared);
    pthread_join(other, 0);
    funlockfile(stdout);
    pthread_create(&other, 0, work, 0);
    pthread_join(other, 0);
    return 0;
}
#elif defined NOT_LOCKED
int main(void) {
    funlockfile(stdout); // UNSAFE: funlockfile of a stream that this thread has not locked
    return 0;
}
#elif defined CLOSED
int main(void) {
    fclose(stdout);
    flockfile(stdout); // UNSAFE: use of a stream that has been closed
    return 0;
}
#elif defined CLOSING_WAITS
static void *work(void *stream) {
    fclose(stream);
    shared = 1;
    return 0;
}
int main(void) {
    pthread_t other;
    FILE *stream = fopen("file", "w");
    if (stream == NULL)
        return 0;
    flockfile(stream);
    pthread_create(&other, 0, work, stream);
    fputs("mine", stream);
    assert(shared == 0); // SAFE
    funlockfile(stream);
    pthread_join(other, 0);
    assert(shared == 1);
    return 0;
}
#endif
