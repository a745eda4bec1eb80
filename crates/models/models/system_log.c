/* <syslog.h>: the system log.

   Assumptions:
   - Nothing is written: LOG_PERROR and LOG_CONS are not obeyed, and the format's arguments are not looked at. */

static int log_mask = 255;

void openlog(const char *name, int options, int facility) {}
void closelog(void) {}
void syslog(int priority, const char *format, ...) {}
void vsyslog(int priority, const char *format, __builtin_va_list arguments) {}
void __syslog_chk(int priority, int flag, const char *format, ...) {}
void __vsyslog_chk(int priority, int flag, const char *format, __builtin_va_list arguments) {}

int setlogmask(int mask) {
    __unspool_atomic_begin();
    int before = log_mask;
    if (mask != 0)
        log_mask = mask;
    __unspool_atomic_end();
    return before;
}
