/* Dining philosophers, three of them. Here each takes the fork before it first, and then all wait for the other one. */
#include <assert.h>
#include <pthread.h>

enum { philosophers = 3 };

pthread_mutex_t forks[philosophers];
int eating[philosophers];

static void *philosopher(void *argument) {
    int seat = (int)(long)argument;
    int neighbour = (seat + 1) % philosophers;
    int first = seat;
    int second = neighbour;
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]); // DEADLOCK
    eating[seat] = 1;
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void) {
    pthread_t threads[philosophers];
    for (int i = 0; i < philosophers; i++)
        pthread_mutex_init(&forks[i], 0);
    for (long i = 0; i < philosophers; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)i);
    for (int i = 0; i < philosophers; i++) {
        pthread_join(threads[i], 0);
        assert(eating[i]);
    }
    return 0;
}
