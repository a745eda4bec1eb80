/* Double-checked locking. Here the pointer is an ordinary variable, and the first look at it is not ordered with its
   assignment. */
#include <assert.h>
#include <pthread.h>

struct settings {
    int width;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct settings the_settings;
struct settings *settings;
int initialisations;

static struct settings *get_settings(void) {
    struct settings *seen = settings; // RACE
    if (seen == 0) {
        pthread_mutex_lock(&mutex);
        seen = settings;
        if (seen == 0) {
            initialisations++;
            the_settings.width = 80;
            seen = &the_settings;
            settings = seen; // RACE
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
