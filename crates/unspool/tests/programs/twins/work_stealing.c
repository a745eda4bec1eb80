// WITH --unwind 1 --rounds 3
// The deque of Chase and Lev: its owner takes from the bottom, a thief from the top; they race for the last job by compare-exchange.
// UNSAFE: the owner takes the last job without that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int jobs[2];
static atomic_int top, bottom;
static atomic_int done[2];

static void put(int job)
{
    int place = atomic_load(&bottom);
    jobs[place] = job;
    atomic_store(&bottom, place + 1);
}

/// -1 if there is none.
static int take(void)
{
    int place = atomic_load(&bottom) - 1;
    atomic_store(&bottom, place);
    int first = atomic_load(&top);
    if (first > place) {
        atomic_store(&bottom, place + 1);
        return -1;
    }
    int job = jobs[place];
    if (first < place)
        return job;
#ifndef UNSAFE
    if (!atomic_compare_exchange_strong(&top, &first, first + 1))
        job = -1;
#endif
    atomic_store(&bottom, place + 1);
    return job;
}

static int steal(void)
{
    int first = atomic_load(&top);
    if (first >= atomic_load(&bottom))
        return -1;
    int job = jobs[first];
    if (!atomic_compare_exchange_strong(&top, &first, first + 1))
        return -1;
    return job;
}

static void do_job(int job)
{
    if (job >= 0)
        assert(atomic_fetch_add(&done[job], 1) == 0);
}

static void *thief(void *unused)
{
    do_job(steal());
    do_job(steal());
    return 0;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, thief, 0);
    put(0);
    put(1);
    do_job(take());
    do_job(take());
    pthread_join(other, 0);
    return 0;
}
