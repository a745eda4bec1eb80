// SAFE
// WITH --races
/* The sleeping barber: customers sit down if a chair is free and wake the barber, who sleeps while nobody waits. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { chairs = 1, customers = 2 };

pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
sem_t waiting, chair_of_barber;
int seated, served, turned_away;

static void *barber(void *unused) {
    for (;;) {
        sem_wait(&waiting);
        pthread_mutex_lock(&shop);
        if (seated == 0) { /* woken to close */
            pthread_mutex_unlock(&shop);
            return 0;
        }
        seated--;
        served++;
        sem_post(&chair_of_barber);
        pthread_mutex_unlock(&shop);
    }
}

static void *customer(void *unused) {
    pthread_mutex_lock(&shop);
    if (seated == chairs) {
        turned_away++;
        pthread_mutex_unlock(&shop);
        return 0;
    }
    seated++;
    sem_post(&waiting);
    pthread_mutex_unlock(&shop);
    sem_wait(&chair_of_barber);
    return 0;
}

int main(void) {
    pthread_t the_barber, guests[customers];
    sem_init(&waiting, 0, 0);
    sem_init(&chair_of_barber, 0, 0);
    pthread_create(&the_barber, 0, barber, 0);
    for (int i = 0; i < customers; i++)
        pthread_create(&guests[i], 0, customer, 0);
    for (int i = 0; i < customers; i++)
        pthread_join(guests[i], 0);
    sem_post(&waiting);
    pthread_join(the_barber, 0);
    assert(served + turned_away == customers && served >= 1);
    return 0;
}
