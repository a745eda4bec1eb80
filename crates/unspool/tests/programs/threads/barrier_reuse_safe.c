// SAFE
// WITH --races
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int slots[2];

static void *work(void *number) {
    int mine = number != 0;
    slots[mine] = 1;
    pthread_barrier_wait(&meeting);
    assert(slots[0] == 1 && slots[1] == 1);
    pthread_barrier_wait(&meeting);
    slots[mine] = 2;
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&other, 0, work, &meeting);
    work(0);
    pthread_join(other, 0);
    pthread_barrier_destroy(&meeting);
    return 0;
}
