// WITH --unwind 1 --rounds 2
// A thread writes a word, another byte by byte; who reads the word under the lock sees one of both.
// UNSAFE: who writes bytes does not take the lock.
#include <assert.h>
#include <pthread.h>

static union {
    unsigned short word;
    unsigned char bytes[2];
} shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *write_bytes(void *unused)
{
#ifndef UNSAFE
    pthread_mutex_lock(&lock);
#endif
    shared.bytes[0] = 0x22;
    shared.bytes[1] = 0x22;
#ifndef UNSAFE
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, write_bytes, 0);
    pthread_mutex_lock(&lock);
    shared.word = 0x1111;
    unsigned short seen = shared.word;
    pthread_mutex_unlock(&lock);
    assert(seen == 0x1111 || seen == 0x2222);
    pthread_join(thread, 0);
    return 0;
}
