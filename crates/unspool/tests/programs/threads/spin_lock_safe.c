// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int count;

static void *work(void *unused) {
    pthread_spin_lock(&lock);
    int seen = count;
    count = seen + 1;
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(count == 2);
    pthread_spin_destroy(&lock);
    return 0;
}
