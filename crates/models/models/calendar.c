/* <time.h>: times as a calendar shows them: gmtime, localtime, mktime, timegm, asctime, ctime, difftime.

   Exact. Days are counted in the Gregorian calendar of all years, from 1 March, so that the leap day is a year's
   last: with months of 31, 30, 31, 30, 31 days repeated, the day of the year at which month m begins is (153 m + 2) /
   5.

   gmtime, localtime, asctime and ctime give an object of which there is one, and the next call overwrites it. It is
   written to without any lock, so that two threads that call them race, as POSIX warns.

   Assumptions:
   - The local time zone is UTC, without daylight saving time. */

enum { day_seconds = 86400 };
enum { calendar_overflow = 75 /* EOVERFLOW */ };

/* What gmtime and localtime, asctime and ctime give. In one allocation, made by the first call, as it is the program's from
   then on: only the pointer belongs to the models. */
struct calendar_results {
    struct tm calendar;
    char text[26];
};

static struct calendar_results *calendar_results;

static struct calendar_results *shared_results(void) {
    __unspool_atomic_begin();
    if (calendar_results == 0)
        calendar_results = __unspool_alloc(sizeof(struct calendar_results));
    struct calendar_results *results = calendar_results;
    __unspool_atomic_end();
    return results;
}

char *tzname[2] = {"UTC", "UTC"};
int daylight = 0;
long timezone = 0;

void tzset(void) {}

static long long floor_quotient(long long dividend, long long divisor) {
    return dividend / divisor - (dividend % divisor < 0);
}

/* The number of days from 1970 to the first of the month (from 0 for January, any number). */
static long long days_before_month(long long year, long long month) {
    year += floor_quotient(month - 2, 12);
    month = (month - 2) % 12;
    if (month < 0)
        month += 12; /* from 0 for March */
    long long century = floor_quotient(year, 100);
    return year * 365 + floor_quotient(year, 4) - century + floor_quotient(century, 4) + (153 * month + 2) / 5 - 719468;
}

_Bool __unspool_to_calendar(long long seconds, struct tm *result, const char *zone) {
    long long days = floor_quotient(seconds, day_seconds);
    int second = (int)(seconds - days * day_seconds);
    /* Eras of 400 years have 146097 days each; within one no case is special. */
    long long era = floor_quotient(days + 719468, 146097);
    int day_of_era = (int)(days + 719468 - era * 146097);
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month = (5 * day_of_year + 2) / 153;
    long long year = era * 400 + year_of_era + (month >= 10);
    if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1) {
        *__errno_location() = calendar_overflow;
        return 0;
    }
    result->tm_sec = second % 60;
    result->tm_min = second / 60 % 60;
    result->tm_hour = second / 3600;
    result->tm_mday = day_of_year - (153 * month + 2) / 5 + 1;
    result->tm_mon = month >= 10 ? month - 10 : month + 2;
    result->tm_year = (int)(year - 1900);
    result->tm_wday = (int)((days + 4) % 7 + 7) % 7; /* 1 January 1970 was a Thursday */
    result->tm_yday = (int)(days - days_before_month(year, 0));
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = zone;
    return 1;
}

_Bool __unspool_from_calendar(struct tm *time, const char *zone, long long *seconds) {
    long long days = days_before_month(time->tm_year + 1900ll, time->tm_mon) + time->tm_mday - 1ll;
    long long result = days * day_seconds + time->tm_hour * 3600ll + time->tm_min * 60ll + time->tm_sec;
    struct tm normal;
    if (!__unspool_to_calendar(result, &normal, zone))
        return 0;
    *time = normal;
    *seconds = result;
    return 1;
}

struct tm *gmtime_r(const long *restrict time, struct tm *restrict result) {
    return __unspool_to_calendar(*time, result, "GMT") ? result : 0;
}

struct tm *localtime_r(const long *restrict time, struct tm *restrict result) {
    return __unspool_to_calendar(*time, result, "UTC") ? result : 0;
}

struct tm *gmtime(const long *time) { return gmtime_r(time, &shared_results()->calendar); }
struct tm *localtime(const long *time) { return localtime_r(time, &shared_results()->calendar); }

struct tm *__gmtime64_r(const long long *restrict time, struct tm *restrict result) {
    return __unspool_to_calendar(*time, result, "GMT") ? result : 0;
}

struct tm *__localtime64_r(const long long *restrict time, struct tm *restrict result) {
    return __unspool_to_calendar(*time, result, "UTC") ? result : 0;
}

struct tm *__gmtime64(const long long *time) { return __gmtime64_r(time, &shared_results()->calendar); }
struct tm *__localtime64(const long long *time) { return __localtime64_r(time, &shared_results()->calendar); }

/* -1 with EOVERFLOW, the calendar unchanged, if the time is beyond time_t. */
static long to_seconds(struct tm *time, const char *zone) {
    struct tm normal = *time;
    long long seconds;
    if (!__unspool_from_calendar(&normal, zone, &seconds))
        return -1;
    if (seconds != (long)seconds) {
        *__errno_location() = calendar_overflow;
        return -1;
    }
    *time = normal;
    return (long)seconds;
}

static long long to_wide_seconds(struct tm *time, const char *zone) {
    long long seconds;
    return __unspool_from_calendar(time, zone, &seconds) ? seconds : -1;
}

long mktime(struct tm *time) { return to_seconds(time, "UTC"); }
long timelocal(struct tm *time) { return to_seconds(time, "UTC"); }
long timegm(struct tm *time) { return to_seconds(time, "GMT"); }
long long __mktime64(struct tm *time) { return to_wide_seconds(time, "UTC"); }
long long __timegm64(struct tm *time) { return to_wide_seconds(time, "GMT"); }

double difftime(long end, long start) { return (double)((long long)end - (long long)start); }
double __difftime64(long long end, long long start) { return (double)(end - start); }

static _Bool is_within(int number, int least, int most) { return number >= least && number <= most; }

static char *put_two_digits(char *text, int number, char before) {
    *text++ = before;
    *text++ = (char)('0' + number / 10 % 10);
    *text++ = (char)('0' + number % 10);
    return text;
}

/* "Thu Jan  1 00:00:00 1970\n". Members out of range and years of more than four digits, undefined in POSIX, are
   EOVERFLOW. */
char *asctime_r(const struct tm *restrict time, char *restrict text) {
    const char *days = "SunMonTueWedThuFriSat";
    const char *months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    _Bool is_shown = is_within(time->tm_wday, 0, 6) && is_within(time->tm_mon, 0, 11) && is_within(time->tm_mday, 0, 99)
                     && is_within(time->tm_hour, 0, 99) && is_within(time->tm_min, 0, 99)
                     && is_within(time->tm_sec, 0, 99) && is_within(time->tm_year, -900, 9999 - 1900);
    if (!is_shown) {
        *__errno_location() = calendar_overflow;
        return 0;
    }
    char *at = text;
    for (int i = 0; i < 3; i++)
        *at++ = days[time->tm_wday * 3 + i];
    *at++ = ' ';
    for (int i = 0; i < 3; i++)
        *at++ = months[time->tm_mon * 3 + i];
    at = put_two_digits(at, time->tm_mday, ' ');
    if (at[-2] == '0')
        at[-2] = ' ';
    at = put_two_digits(at, time->tm_hour, ' ');
    at = put_two_digits(at, time->tm_min, ':');
    at = put_two_digits(at, time->tm_sec, ':');
    at = put_two_digits(at, (time->tm_year + 1900) / 100, ' ');
    put_two_digits(at - 1, (time->tm_year + 1900) % 100, at[-1]);
    at[2] = '\n';
    at[3] = 0;
    return text;
}

char *asctime(const struct tm *time) { return asctime_r(time, shared_results()->text); }

char *ctime_r(const long *restrict time, char *restrict text) {
    struct tm calendar;
    return localtime_r(time, &calendar) == 0 ? 0 : asctime_r(&calendar, text);
}

char *__ctime64_r(const long long *restrict time, char *restrict text) {
    struct tm calendar;
    return __localtime64_r(time, &calendar) == 0 ? 0 : asctime_r(&calendar, text);
}

char *ctime(const long *time) {
    struct tm *calendar = localtime(time);
    return calendar == 0 ? 0 : asctime(calendar);
}

char *__ctime64(const long long *time) {
    struct tm *calendar = __localtime64(time);
    return calendar == 0 ? 0 : asctime(calendar);
}
