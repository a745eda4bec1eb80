/* readv, writev, and descriptors as cancellation points */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined READ
// WITH --domain=0,1,2
int main(void) {
    char first = 9, second[2] = {9, 9};
    struct iovec pieces[2] = {{&first, 1}, {second, 2}};
    ssize_t length = readv(0, pieces, 2);
    assert(length >= 0 && length <= 3);
    assert(length == 3 || second[1] == 9);
    assert(length != 3); // UNSAFE: assertion failed
    return 0;
}
#elif defined WRITTEN
int main(void) {
    struct iovec pieces[2] = {{"ab", 2}, {"c", 1}};
    assert(writev(1, pieces, 2) == 3 && writev(7, pieces, 2) == -1 && readv(7, pieces, 2) == -1); // SAFE
    return 0;
}
#elif defined CANCELLED
static void *work(void *unused) {
    write(1, "x", 1);
    return 0;
}
int main(void) {
    pthread_t other;
    void *result;
    pthread_create(&other, 0, work, 0);
    pthread_cancel(other);
    pthread_join(other, &result);
    assert(result == PTHREAD_CANCELED); // UNSAFE: assertion failed
    assert(result != PTHREAD_CANCELED); // UNSAFE: assertion failed
    return 0;
}
#endif
