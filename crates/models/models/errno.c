/* errno: one integer per thread, reached as glibc's <errno.h> macro reaches it. */

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }
