// SAFE
// WITH --races
#include <pthread.h>
#include <stdatomic.h>

atomic_flag held = ATOMIC_FLAG_INIT;
int count;

static void *work(void *unused) {
    int has_lock = 0;
    for (int tries = 0; tries < 2 && !has_lock; tries++)
        has_lock = !atomic_flag_test_and_set_explicit(&held, memory_order_acquire);
    if (has_lock) {
        count++;
        atomic_flag_clear_explicit(&held, memory_order_release);
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
