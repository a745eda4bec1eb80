/* pthread_once */
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
pthread_t first, second;
int calls;

static void count(void) {
    calls++;
}

static void *call_once(void *unused) {
    assert(pthread_once(&control, count) == 0);
    assert(calls == 1);
    return 0;
}

#if defined RUNS_THE_ROUTINE_ONCE // SAFE
// WITH --races
int main(void) {
    pthread_create(&first, 0, call_once, 0);
    call_once(0);
    call_once(0);
    pthread_join(first, 0);
}
#elif defined EACH_CONTROL_ONCE // SAFE
int main(void) {
    pthread_once_t other = PTHREAD_ONCE_INIT;
    pthread_once(&control, count);
    pthread_once(&other, count);
    pthread_once(&control, count);
    assert(calls == 2);
}
#elif defined OTHERS_WAIT_FOR_THE_ROUTINE // SAFE
/* The second caller never returns before the routine has. */
int started;
int finished;
static void two_steps(void) {
    started = 1;
    finished = 1;
}
static void *see_both(void *unused) {
    pthread_once(&control, two_steps);
    assert(started && finished);
    return 0;
}
int main(void) {
    pthread_create(&first, 0, see_both, 0);
    see_both(0);
    pthread_join(first, 0);
}
#elif defined CALLED_BY_ITS_OWN_ROUTINE
static void again(void) {
    pthread_once(&control, again); // DEADLOCK
}
int main(void) {
    pthread_once(&control, again);
}
#elif defined ROUTINES_THAT_WAIT_FOR_EACH_OTHER
pthread_once_t other = PTHREAD_ONCE_INIT;
static void nothing(void) {}
static void need_other(void) {
    pthread_once(&other, nothing); // DEADLOCK
}
static void need_control(void) {
    pthread_once(&control, nothing); // DEADLOCK
}
static void *start_with_other(void *unused) {
    pthread_once(&other, need_control);
    return 0;
}
int main(void) {
    pthread_create(&first, 0, start_with_other, 0);
    pthread_once(&control, need_other);
    pthread_join(first, 0);
}
#elif defined IS_AS_NEVER_CALLED_AFTER_A_CANCELLATION // SAFE
static void wait_to_be_cancelled(void) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
    assert(0);
}
static void *be_cancelled(void *unused) {
    pthread_once(&control, wait_to_be_cancelled);
    return 0;
}
int main(void) {
    void *result;
    pthread_create(&first, 0, be_cancelled, 0);
    pthread_join(first, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_once(&control, count);
    assert(calls == 1);
}
#elif defined ANOTHER_CALLER_TAKES_OVER_AFTER_AN_EXIT // SAFE
static void leave(void) {
    pthread_exit(0);
}
static void *leave_from_the_routine(void *unused) {
    pthread_once(&control, leave);
    return 0;
}
int main(void) {
    pthread_create(&first, 0, leave_from_the_routine, 0);
    pthread_once(&control, count);
    pthread_join(first, 0);
    pthread_once(&control, count);
    assert(calls == 1);
}
#endif
