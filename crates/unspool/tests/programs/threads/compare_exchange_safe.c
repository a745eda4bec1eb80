// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

/* The other thread changes the number once, so the second try succeeds. */
static void *work(void *unused) {
    int seen = atomic_load(&count);
    for (int tries = 0; tries < 2; tries++)
        if (atomic_compare_exchange_strong(&count, &seen, seen + 1))
            break;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2);
    return 0;
}
