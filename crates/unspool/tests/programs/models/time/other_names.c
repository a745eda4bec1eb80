/* the names of 64-bit time on 32-bit machines, and older ones */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct tm *__gmtime64_r(const long long *time, struct tm *result);
struct tm *__localtime64_r(const long long *time, struct tm *result);
struct tm *__localtime64(const long long *time);
long long __mktime64(struct tm *time);
long long __timegm64(struct tm *time);
double __difftime64(long long end, long long start);
char *__ctime64_r(const long long *time, char *text);
char *__ctime64(const long long *time);
int __clock_settime64(int clock, const void *time);
int __settimeofday64(const void *time, const void *zone);
int stime(const time_t *time);

#if defined CALENDAR
int main(void) {
    long long late = 4102444800; /* 2100 */
    struct tm calendar;
    char text[26];
    assert(__gmtime64_r(&late, &calendar) == &calendar && calendar.tm_year == 200 && strcmp(calendar.tm_zone, "GMT") == 0); // SAFE
    assert(__timegm64(&calendar) == late && __mktime64(&calendar) == late && __localtime64_r(&late, &calendar) == &calendar);
    assert(__localtime64(&late)->tm_year == 200 && strcmp(__ctime64(&late), "Fri Jan  1 00:00:00 2100\n") == 0);
    assert(strcmp(__ctime64_r(&late, text), "Fri Jan  1 00:00:00 2100\n") == 0 && __difftime64(late, 0) == 4102444800.0);
    calendar.tm_year = 70;
    assert(timelocal(&calendar) == 0);
    tzset();
    return 0;
}
#elif defined REFUSED
int main(void) {
    time_t now = 0;
    assert(__clock_settime64(0, NULL) == -1 && errno == EPERM && __settimeofday64(NULL, NULL) == -1 && stime(&now) == -1); // SAFE
    return 0;
}
#elif defined TIMER_SET
int main(void) {
    return timer_settime(0, 0, 0, 0); // UNSUPPORTED: timers
}
#elif defined TIMER_ASKED
int main(void) {
    return timer_gettime(0, 0); // UNSUPPORTED: timers
}
#elif defined TIMER_DELETED
int main(void) {
    return timer_delete(0); // UNSUPPORTED: timers
}
#endif
