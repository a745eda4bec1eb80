/* localtime, gmtime, asctime, ctime: one static object for all threads; the _r forms have none */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static time_t start = 0;

#if defined ONE_OBJECT
int main(void) {
    time_t later = 86400;
    struct tm *first = localtime(&start);
    assert(first->tm_mday == 1 && first->tm_year == 70); // SAFE
    struct tm *second = gmtime(&later);
    assert(first == second && first->tm_mday == 2);
    return 0;
}
#elif defined CALLS_RACE
// WITH --races
static void *work(void *unused) {
    localtime(&start); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    localtime(&start); // RACE
    pthread_join(other, 0);
    return 0;
}
#elif defined RESULT_IS_OVERWRITTEN
// WITH --races
static void *work(void *unused) {
    localtime(&start); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    struct tm *mine = localtime(&start);
    pthread_create(&other, 0, work, 0);
    int hour = mine->tm_hour; // RACE
    pthread_join(other, 0);
    return hour;
}
#elif defined NO_RACE_WITH_OWN_OBJECTS
// WITH --races
static void *work(void *unused) {
    struct tm mine;
    assert(localtime_r(&start, &mine) == &mine && mine.tm_hour == 0);
    return 0;
}
int main(void) {
    pthread_t other;
    struct tm mine;
    pthread_create(&other, 0, work, 0);
    assert(gmtime_r(&start, &mine) == &mine && mine.tm_wday == 4); // SAFE
    pthread_join(other, 0);
    return 0;
}
#elif defined YEAR_TOO_LARGE
int main(void) {
    long long __gmtime_input = 1ll << 60;
    struct tm *__gmtime64(const long long *time);
    assert(__gmtime64(&__gmtime_input) == NULL && errno == EOVERFLOW); // SAFE
    struct tm calendar = {0};
    calendar.tm_year = 2147483647;
    assert(sizeof(time_t) == 8 || (mktime(&calendar) == -1 && calendar.tm_year == 2147483647));
    return 0;
}
#elif defined TEXTS
int main(void) {
    char text[26];
    assert(strcmp(ctime(&start), "Thu Jan  1 00:00:00 1970\n") == 0); // SAFE
    assert(strcmp(asctime_r(gmtime(&start), text), "Thu Jan  1 00:00:00 1970\n") == 0 && strcmp(ctime_r(&start, text), asctime(localtime(&start))) == 0);
    struct tm calendar = {0};
    calendar.tm_wday = 9;
    assert(asctime(&calendar) == NULL && errno == EOVERFLOW);
    return 0;
}
#endif
