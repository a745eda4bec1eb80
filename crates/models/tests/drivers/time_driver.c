/* The calendar against the host's, in UTC: conversions there and back, and their texts. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "runtime.h"

struct tm *model_gmtime_r(const long *time, struct tm *result);
struct tm *model_localtime_r(const long *time, struct tm *result);
long model_mktime(struct tm *time);
long model_timegm(struct tm *time);
char *model_asctime_r(const struct tm *time, char *text);
size_t model_strftime(char *text, size_t size, const char *format, const struct tm *time);
int model_clock_gettime(int clock, struct timespec *result);
double model_difftime(long end, long start);

static _Bool same(const struct tm *ours, const struct tm *theirs) {
    return ours->tm_sec == theirs->tm_sec && ours->tm_min == theirs->tm_min && ours->tm_hour == theirs->tm_hour
           && ours->tm_mday == theirs->tm_mday && ours->tm_mon == theirs->tm_mon && ours->tm_year == theirs->tm_year
           && ours->tm_wday == theirs->tm_wday && ours->tm_yday == theirs->tm_yday && ours->tm_isdst == theirs->tm_isdst
           && ours->tm_gmtoff == theirs->tm_gmtoff && strcmp(ours->tm_zone, theirs->tm_zone) == 0;
}

static void texts(const struct tm *time) {
    static const char letters[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    static const char *const flags[] = {"", "E", "O", "_", "-", "0", "^", "5", "_6", "05", "^12"};
    char ours[128], theirs[128];
    for (const char *letter = letters; *letter; letter++)
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
            char format[16];
            snprintf(format, sizeof format, "[%%%s%c]", flags[f], *letter);
            if ((*flags[f] == 'E' && strchr("cCxXyY", *letter) == 0) || (*flags[f] == 'O' && strchr("deHImMSuUVwWy", *letter) == 0))
                continue; /* undefined */
            if (strchr("cDFrRsTxXznt%", *letter) != 0 && (strpbrk(flags[f], "0123456789_-") != 0))
                continue; /* how these are padded is not documented */
            size_t our_length = model_strftime(ours, sizeof ours, format, time);
            size_t their_length = strftime(theirs, sizeof theirs, format, time);
            if (our_length != their_length || strcmp(ours, theirs) != 0) {
                static char message[400];
                snprintf(message, sizeof message, "strftime %s: %s, not %s", format, ours, theirs);
                test_fail(__FILE__, __LINE__, message);
            }
        }
    memset(ours, 'x', sizeof ours);
    CHECK(model_strftime(ours, 5, "%Y-%m", time) == 0);
}

static void moment(long time, _Bool with_texts) {
    struct tm ours, theirs;
    model_gmtime_r(&time, &ours);
    gmtime_r(&time, &theirs);
    CHECK(same(&ours, &theirs));
    CHECK(model_timegm(&ours) == time);
    model_localtime_r(&time, &ours);
    localtime_r(&time, &theirs);
    CHECK(same(&ours, &theirs));
    if (with_texts) {
        char our_text[64], their_text[64];
        if (theirs.tm_year < -900 || theirs.tm_year >= 8000)
            return; /* other than four digits: versions of glibc differ */
        texts(&theirs);
        CHECK(strcmp(model_asctime_r(&theirs, our_text), asctime_r(&theirs, their_text)) == 0);
    }
}

/* Members beyond their ranges are carried over. */
static void normalised(void) {
    for (int i = 0; i < 20000; i++) {
        struct tm ours = {0};
        ours.tm_year = (int)(test_random() % 400) - 100;
        ours.tm_mon = (int)(test_random() % 100) - 50;
        ours.tm_mday = (int)(test_random() % 1000) - 500;
        ours.tm_hour = (int)(test_random() % 1000) - 500;
        ours.tm_min = (int)(test_random() % 10000) - 5000;
        ours.tm_sec = (int)(test_random() % 1000000) - 500000;
        struct tm theirs = ours;
        CHECK(model_mktime(&ours) == mktime(&theirs));
        CHECK(same(&ours, &theirs));
    }
}

static void clocks(void) {
    struct timespec before = {0, 0}, now;
    for (int i = 0; i < 1000; i++) {
        test_nondet_value = test_random();
        CHECK(model_clock_gettime(CLOCK_MONOTONIC, &now) == 0);
        CHECK(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
        CHECK(now.tv_sec > before.tv_sec || (now.tv_sec == before.tv_sec && now.tv_nsec >= before.tv_nsec));
        before = now;
        CHECK(model_clock_gettime(CLOCK_REALTIME, &now) == 0);
        CHECK(now.tv_sec >= 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    }
    CHECK(model_clock_gettime(77, &now) == -1);
}

void test_all(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    for (long day = -200000; day < 200000; day++)
        moment(day * 86400 + 12345, day % 97 == 0);
    for (int i = 0; i < 20000; i++)
        moment((long)(test_random() % 500000000000) - 200000000000, i % 50 == 0);
    moment(0, 1);
    moment(-1, 1);
    moment(67767976233532799, 0);
    long beyond = 1l << 60;
    struct tm result;
    CHECK(model_gmtime_r(&beyond, &result) == 0);
    normalised();
    clocks();
    CHECK(model_difftime(5, 7) == -2.0);
}
