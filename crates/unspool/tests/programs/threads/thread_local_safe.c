// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

_Thread_local int mine;

static void *work(void *unused) {
    mine++;
    assert(mine == 1);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(mine == 0);
    return 0;
}
