// SAFE
// WITH --races
/* Readers and writers over a read-write lock: whoever reads sees both halves of a write. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int left, right;

static void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    left++;
    right++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

static void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    assert(left == right);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t writers[2], a_reader;
    pthread_create(&writers[0], 0, writer, 0);
    pthread_create(&writers[1], 0, writer, 0);
    pthread_create(&a_reader, 0, reader, 0);
    pthread_join(writers[0], 0);
    pthread_join(writers[1], 0);
    pthread_join(a_reader, 0);
    assert(left == 2 && right == 2);
    return 0;
}
