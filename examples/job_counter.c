/* Workers take numbered jobs until none is left, and each job has to be done exactly once. Taking one is not protected.

   Try:  unspool loops examples/job_counter.c   (which loops there are, and the bounds they get)
         unspool bound examples/job_counter.c   (the bounded program: threads, visible points, what is cut) */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { JOBS = 2, WORKERS = 2 };

static atomic_bool go;
static int next_job;
static int done[JOBS];

static void *work(void *unused) {
    while (!atomic_load(&go))
        ;
    for (;;) {
        int job = next_job;
        if (job >= JOBS)
            break;
        next_job = job + 1;
        done[job]++;
    }
    return unused;
}

int main(void) {
    pthread_t workers[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, work, NULL);
    atomic_store(&go, 1);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    for (int i = 0; i < JOBS; i++)
        assert(done[i] == 1);
    return 0;
}
