/* gmtime, timegm, strftime, asctime, difftime: the calendar, there and back */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static void show(long long seconds) {
    time_t time = (time_t)seconds;
    struct tm calendar;
    char text[256];
    gmtime_r(&time, &calendar);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %V %W %G %g %u %w %y %C", &calendar);
    puts(text);
    strftime(text, sizeof text, "%c|%D|%e|%F|%I|%k|%l|%n|%p|%P|%r|%R|%t|%T|%x|%X|%z|%Z|%%|%-d|%_H|%^a|%Ey|%Od", &calendar);
    puts(text);
    fputs(asctime(&calendar), stdout);
    printf("%d\n", timegm(&calendar) == time);
}

int main(void) {
    struct tm calendar = {0};
    char small[4];
    show(0);
    show(-1);
    show(951782400);  /* 29 February 2000 */
    show(1709164800); /* 29 February 2024 */
    show(1704067199); /* the last second of 2023 */
    show(2147483647);
    show(-2147483647);
    calendar.tm_year = 124;
    calendar.tm_mon = 14;
    calendar.tm_mday = -5;
    calendar.tm_hour = 49;
    calendar.tm_sec = 4000;
    printf("%lld\n", (long long)timegm(&calendar));
    printf("%d %d %d %d %d %d %d %d\n", calendar.tm_year, calendar.tm_mon, calendar.tm_mday, calendar.tm_hour, calendar.tm_min, calendar.tm_sec,
           calendar.tm_wday, calendar.tm_yday);
    printf("%d\n", (int)strftime(small, sizeof small, "%Y", &calendar));
    printf("%.1f\n", difftime(100, 250));
    return 0;
}
