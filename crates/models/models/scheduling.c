/* Yielding and sleeping. Every schedule is considered anyway, and time is not: a sleep lasts as long as the schedule
   likes, so none of these does anything. The `struct timespec` of nanosleep is not looked at. */

struct timespec;

int sched_yield(void) { return 0; }
int pthread_yield(void) { return 0; }
unsigned sleep(unsigned seconds) { return 0; }
int usleep(unsigned microseconds) { return 0; }
int nanosleep(const struct timespec *request, struct timespec *remaining) { return 0; }
