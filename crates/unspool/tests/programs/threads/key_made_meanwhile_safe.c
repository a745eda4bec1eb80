// SAFE
// WITH --races
#include <pthread.h>

/* A thread ends, and looks for destructors to run, while another makes the first key. */
pthread_key_t key;

static void nothing(void *value) {}

static void *make(void *unused) {
    pthread_key_create(&key, nothing);
    pthread_setspecific(key, &key);
    return 0;
}

static void *end(void *unused) {
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, make, 0);
    pthread_create(&second, 0, end, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
