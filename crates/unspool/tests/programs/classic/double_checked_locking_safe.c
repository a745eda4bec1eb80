// SAFE
// WITH --races
/* Double-checked locking. The pointer is atomic: whoever sees it sees what was stored before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct settings {
    int width;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct settings the_settings;
_Atomic(struct settings *) settings;
int initialisations;

static struct settings *get_settings(void) {
    struct settings *seen = atomic_load_explicit(&settings, memory_order_acquire);
    if (seen == 0) {
        pthread_mutex_lock(&mutex);
        seen = atomic_load_explicit(&settings, memory_order_relaxed);
        if (seen == 0) {
            initialisations++;
            the_settings.width = 80;
            seen = &the_settings;
            atomic_store_explicit(&settings, seen, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    return seen;
}

static void *use(void *unused) {
    assert(get_settings()->width == 80);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    use(0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(initialisations == 1);
    return 0;
}
