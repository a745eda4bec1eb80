// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int count;

static void initialise(void) {
    count++;
}

static void *use(void *unused) {
    pthread_once(&once, initialise);
    assert(count == 1);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
