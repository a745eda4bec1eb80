/* <err.h>, <error.h>: messages to stderr that may end the program: err, warn, error and their relatives.

   A message is one atomic step, like each call of printf. exit runs outside of it. Like printf, all but `error` may act on a
   cancellation first; glibc disables it in `error`.

   Assumptions:
   - What a message consists of is read in the step that prints it, as with printf.
   - The program is called "program". */

char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
unsigned error_message_count;

/* Inside an atomic section only. */
static void put_error_text(const char *text) { __unspool_put_bytes(stderr, text, strlen(text)); }

/* "program: message: reason"; no reason for 0, no message for a null format. */
static void put_message(const char *format, __builtin_va_list arguments, int error) {
    __unspool_atomic_begin();
    put_error_text(program_invocation_short_name);
    put_error_text(": ");
    if (format != 0)
        __unspool_format_to_stream(stderr, format, arguments);
    if (error != 0) {
        if (format != 0)
            put_error_text(": ");
        put_error_text(strerror(error));
    }
    put_error_text("\n");
    __unspool_atomic_end();
}

void vwarn(const char *format, __builtin_va_list arguments) {
    __unspool_optional_cancellation_point();
    put_message(format, arguments, *__errno_location());
}

void vwarnx(const char *format, __builtin_va_list arguments) {
    __unspool_optional_cancellation_point();
    put_message(format, arguments, 0);
}

_Noreturn void verr(int status, const char *format, __builtin_va_list arguments) {
    vwarn(format, arguments);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, __builtin_va_list arguments) {
    vwarnx(format, arguments);
    exit(status);
}

void warn(const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vwarn(format, arguments);
    __builtin_va_end(arguments);
}

void warnx(const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vwarnx(format, arguments);
    __builtin_va_end(arguments);
}

_Noreturn void err(int status, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    verr(status, format, arguments);
}

_Noreturn void errx(int status, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    verrx(status, format, arguments);
}

static void put_counted_message(int status, int number, const char *format, __builtin_va_list arguments) {
    __unspool_atomic_begin();
    put_message(format, arguments, number);
    error_message_count++;
    __unspool_atomic_end();
    if (status != 0)
        exit(status);
}

/* Ends the program unless the status is 0. */
void error(int status, int number, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    put_counted_message(status, number, format, arguments);
    __builtin_va_end(arguments);
}

/* The place is not printed. */
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    put_counted_message(status, number, format, arguments);
    __builtin_va_end(arguments);
}
