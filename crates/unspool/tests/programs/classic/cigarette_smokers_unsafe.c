/* Cigarette smokers: an agent puts all ingredients but one on the table, and the smoker who has that one takes them.
   Here the smokers take the ingredients one by one, and two of them may hold what the third needs. */
#include <pthread.h>
#include <semaphore.h>

enum { tobacco, paper, matches, ingredients };

sem_t table_is_free, on_table[ingredients];
int smoked[ingredients];

static void *smoker(void *argument) {
    int own = (int)(long)argument;
    sem_wait(&on_table[(own + 1) % ingredients]); // DEADLOCK
    sem_wait(&on_table[(own + 2) % ingredients]); // DEADLOCK
    smoked[own]++;
    sem_post(&table_is_free);
    return 0;
}

int main(void) {
    pthread_t smokers[ingredients];
    sem_init(&table_is_free, 0, 1);
    for (int i = 0; i < ingredients; i++)
        sem_init(&on_table[i], 0, 0);
    for (long i = 0; i < ingredients; i++)
        pthread_create(&smokers[i], 0, smoker, (void *)i);
    for (int missing = 0; missing < ingredients; missing++) {
        sem_wait(&table_is_free); // DEADLOCK
        sem_post(&on_table[(missing + 1) % ingredients]);
        sem_post(&on_table[(missing + 2) % ingredients]);
    }
    for (int i = 0; i < ingredients; i++)
        pthread_join(smokers[i], 0);
    return 0;
}
