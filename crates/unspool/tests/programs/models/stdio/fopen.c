/* fopen, fdopen, freopen, tmpfile, fclose, fcloseall: opening may fail; a closed stream is not used again */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>

#if defined MAY_FAIL
int main(void) {
    FILE *stream = fopen("file", "r");
    assert(stream != NULL); // UNSAFE: assertion failed
    return 0;
}
#elif defined MAY_SUCCEED
int main(void) {
    FILE *stream = fopen("file", "r");
    assert(stream == NULL); // UNSAFE: assertion failed
    return 0;
}
#elif defined FAILURE_HAS_A_REASON
int main(void) {
    FILE *stream = fopen("file", "w");
    assert(stream != NULL || errno == ENOENT); // SAFE
    if (stream != NULL)
        assert(fclose(stream) == 0);
    return 0;
}
#elif defined RESULT_NOT_CHECKED
int main(void) {
    FILE *stream = fopen("file", "w");
    fprintf(stream, "text\n"); // UNSAFE: use of a null pointer as a stream
    return 0;
}
#elif defined WRONG_MODE
int main(void) {
    assert(fopen("file", "x") == NULL && (errno == EINVAL || errno == ENOENT)); // SAFE
    return 0;
}
#elif defined CLOSED_TWICE
int main(void) {
    FILE *stream = tmpfile();
    if (stream == NULL)
        return 0;
    fclose(stream);
    fclose(stream); // UNSAFE: fclose of a stream that has been closed
    return 0;
}
#elif defined CLOSED_NULL
int main(void) {
    fclose(NULL); // UNSAFE: fclose of a null pointer
    return 0;
}
#elif defined USED_AFTER_CLOSE
int main(void) {
    FILE *stream = fopen("file", "r");
    if (stream == NULL)
        return 0;
    fclose(stream);
    getc(stream); // UNSAFE: use of a stream that has been closed
    return 0;
}
#elif defined OUTPUT_AFTER_CLOSE
int main(void) {
    fclose(stdout);
    printf("text\n"); // UNSAFE: use of a stream that has been closed
    return 0;
}
#elif defined CLOSED_ALL
int main(void) {
    fcloseall();
    puts("text"); // UNSAFE: use of a stream that has been closed
    return 0;
}
#elif defined MODE_IS_OBEYED
int main(void) {
    FILE *reading = fopen("file", "r");
    if (reading == NULL)
        return 0;
    assert(fputc('x', reading) == EOF && errno == EBADF && ferror(reading)); // SAFE
    assert(fprintf(reading, "%d", 5) == -1 && fwrite("x", 1, 1, reading) == 0);
    FILE *writing = fopen("file", "w");
    if (writing == NULL)
        return 0;
    assert(fgetc(writing) == EOF && ferror(writing) && !feof(writing));
    clearerr(writing);
    assert(!ferror(writing) && fputs("text", writing) >= 0);
    FILE *both = fopen("file", "w+");
    if (both != NULL)
        assert(fputc('x', both) == 'x' && !ferror(both));
    assert(getc(stdout) == EOF && ferror(stdout));
    assert(putc('x', stdin) == EOF && ferror(stdin));
    return 0;
}
#elif defined DESCRIPTORS
int main(void) {
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2); // SAFE
    FILE *first = fopen("first", "r");
    if (first == NULL)
        return 0;
    FILE *second = fdopen(fileno(first), "r");
    assert(fileno(first) == 3 && second != NULL && fileno(second) == 3);
    assert(fdopen(17, "r") == NULL && errno == EBADF);
    return 0;
}
#elif defined REOPENED
int main(void) {
    FILE *stream = freopen("file", "w", stdout);
    assert(stream == stdout || stream == NULL);
    if (stream == NULL)
        printf("text\n"); // UNSAFE: use of a stream that has been closed
    else
        assert(printf("text\n") == 5);
    return 0;
}
#elif defined TWO_THREADS_CLOSE
#include <pthread.h>
FILE *stream;
static void *work(void *unused) {
    fclose(stream); // UNSAFE: fclose of a stream that has been closed
    return 0;
}
int main(void) {
    pthread_t other;
    stream = fopen("file", "r");
    if (stream == NULL)
        return 0;
    pthread_create(&other, 0, work, 0);
    fclose(stream); // UNSAFE: fclose of a stream that has been closed
    return 0;
}
#elif defined DESCRIPTORS_ARE_RELEASED
#include <fcntl.h>
#include <unistd.h>
int main(void) {
    FILE *first = fopen("first", "r");
    if (first == NULL)
        return 0;
    assert(fileno(first) == 3 && fcntl(3, F_GETFL) == 0); // SAFE
    if (freopen("second", "r", first) == NULL) {
        assert(fcntl(3, F_GETFL) == -1 && errno == EBADF);
        return 0;
    }
    assert(fileno(first) == 3);
    assert(fcloseall() == 0 && fcntl(3, F_GETFL) == -1 && write(1, "x", 1) == -1 && read(0, &errno, 0) == -1);
    return 0;
}
#elif defined STANDARD_DESCRIPTORS
#include <unistd.h>
int main(void) {
    assert(fclose(stdout) == 0 && write(1, "x", 1) == -1 && errno == EBADF); // SAFE
    FILE *next = fopen("next", "w");
    assert(next == NULL || fileno(next) == 1);
    if (freopen("errors", "w", stderr) != NULL)
        assert(fileno(stderr) == 2 && write(2, "x", 1) == 1);
    return 0;
}
#endif
