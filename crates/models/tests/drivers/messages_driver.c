/* Messages to stderr: their texts, and the objects of the host's library that the models have too. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime.h"

void model_perror(const char *text);
void model_vwarn(const char *format, va_list arguments);
void model_vwarnx(const char *format, va_list arguments);
void model_verr(int status, const char *format, va_list arguments);
void model_verrx(int status, const char *format, va_list arguments);
void model_error(int status, int number, const char *format, ...);
void model_vsyslog(int priority, const char *format, va_list arguments);
void model___syslog_chk(int priority, int flag, const char *format, ...);
void model___vsyslog_chk(int priority, int flag, const char *format, va_list arguments);
int *model___errno_location(void);
extern char *model_program_invocation_name, *model_program_invocation_short_name, *model_tzname[2];
extern unsigned model_error_message_count;
extern int model_daylight;
extern long model_timezone;

static _Bool said(const char *text) {
    size_t length = (size_t)test_output_length[2];
    test_output_length[2] = 0;
    return length == strlen(text) && memcmp(test_output[2], text, length) == 0;
}

static void with_list(void (*function)(const char *, va_list), const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    function(format, arguments);
    va_end(arguments);
}

/* The status with which the process ends. */
static int status_of(void (*function)(int, const char *, va_list), int status, ...) {
    int result = 0;
    pid_t child = fork();
    if (child == 0) {
        va_list arguments;
        va_start(arguments, status);
        function(status, "%d", arguments);
        _exit(99);
    }
    waitpid(child, &result, 0);
    return WEXITSTATUS(result);
}

static void log_list(const char *format, va_list arguments) {
    model_vsyslog(1, format, arguments);
    model___vsyslog_chk(1, 1, format, arguments);
}

void test_all(void) {
    *model___errno_location() = ENOENT;
    model_perror("text");
    CHECK(said("text: No such file or directory\n"));
    model_perror("");
    CHECK(said("No such file or directory\n"));
    with_list(model_vwarn, "%d", 5);
    CHECK(said("program: 5: No such file or directory\n"));
    with_list(model_vwarnx, "%s", "a");
    CHECK(said("program: a\n"));
    model_error(0, EINVAL, "%d", 7);
    CHECK(said("program: 7: Invalid argument\n"));
    model_error(0, 0, "plain");
    CHECK(said("program: plain\n") && model_error_message_count == 2);
    with_list(log_list, "%d", 5);
    model___syslog_chk(1, 1, "%d", 5);
    CHECK(said(""));
    CHECK(status_of(model_verr, 3, 5) == 3 && status_of(model_verrx, 4, 5) == 4);
    CHECK(strcmp(model_program_invocation_name, model_program_invocation_short_name) == 0);
    CHECK(strcmp(model_tzname[0], "UTC") == 0 && model_daylight == 0 && model_timezone == 0);
}
