// SAFE
// WITH --races
/* Cigarette smokers (Patil 1971): an agent puts all ingredients but one on the table, and the smoker who has that one
   takes them. The agent says which smoker is meant. */
#include <pthread.h>
#include <semaphore.h>

enum { tobacco, paper, matches, ingredients };

sem_t table_is_free, may_smoke[ingredients];
int smoked[ingredients];

static void *smoker(void *argument) {
    int own = (int)(long)argument;
    sem_wait(&may_smoke[own]);
    smoked[own]++;
    sem_post(&table_is_free);
    return 0;
}

int main(void) {
    pthread_t smokers[ingredients];
    sem_init(&table_is_free, 0, 1);
    for (int i = 0; i < ingredients; i++)
        sem_init(&may_smoke[i], 0, 0);
    for (long i = 0; i < ingredients; i++)
        pthread_create(&smokers[i], 0, smoker, (void *)i);
    for (int missing = 0; missing < ingredients; missing++) {
        sem_wait(&table_is_free);
        sem_post(&may_smoke[missing]);
    }
    for (int i = 0; i < ingredients; i++)
        pthread_join(smokers[i], 0);
    return 0;
}
