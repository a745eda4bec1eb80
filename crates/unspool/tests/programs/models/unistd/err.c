/* err, errx, warn, warnx, error, syslog: messages; some end the program */
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <stdlib.h>
#include <syslog.h>

void error(int status, int number, const char *format, ...);
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...);

#if defined GO_ON
int main(void) {
    errno = ENOENT;
    warn("%d", 5); // SAFE
    warnx("%d", 5);
    error(0, EINVAL, "%d", 5);
    error_at_line(0, 0, "file", 5, "text");
    extern unsigned error_message_count;
    assert(error_message_count == 2);
    openlog("name", LOG_PID, LOG_USER);
    syslog(LOG_INFO, "%d", 5);
    assert(setlogmask(LOG_UPTO(LOG_ERR)) == 255 && setlogmask(0) == LOG_UPTO(LOG_ERR));
    closelog();
    assert(errno == ENOENT);
    return 0;
}
#elif defined ERR_ENDS
static void check(void) { _Exit(0); }
int main(void) {
    atexit(check);
    err(3, "%s", "text");
    assert(0); // SAFE
}
#elif defined ERRX_ENDS
static void check(void) { _Exit(0); }
int main(void) {
    atexit(check);
    errx(3, "%s", "text");
    assert(0); // SAFE
}
#elif defined ERROR_ENDS
static void check(void) { _Exit(0); }
int main(void) {
    atexit(check);
    error(3, ENOENT, "%s", "text");
    assert(0); // SAFE
}
#endif
