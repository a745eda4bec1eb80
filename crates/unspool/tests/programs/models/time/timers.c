/* setitimer, timer_create: refused; alarm: nothing rings */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#if defined ALARM
static void ring(int number) { _exit(1); }
int main(void) {
    signal(SIGALRM, ring);
    assert(alarm(1) == 0 && alarm(0) == 0); // SAFE
    return 0;
}
#elif defined INTERVAL
int main(void) {
    struct itimerval interval = {{0, 0}, {1, 0}};
    return setitimer(ITIMER_REAL, &interval, 0); // UNSUPPORTED: timers
}
#elif defined CREATED
int main(void) {
    timer_t timer;
    return timer_create(CLOCK_REALTIME, 0, &timer); // UNSUPPORTED: timers
}
#endif
