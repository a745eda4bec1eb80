/* <errno.h>: errno, one integer per thread.

   Reached as the header's macro reaches it, through a function that gives its address. A function that succeeds
   leaves it alone. */

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }
