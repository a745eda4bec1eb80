// SAFE
// WITH --races
/* A table that is filled once, by whoever needs it first; the others wait until it is complete. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table[2], fillings;

static void fill(void) {
    fillings++;
    table[0] = 1;
    table[1] = 2;
}

static void *use(void *unused) {
    pthread_once(&once, fill);
    assert(table[0] == 1 && table[1] == 2);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(fillings == 1);
    return 0;
}
