/* <stdio.h>: perror.

   In a file of its own because of the texts it needs.

   Assumptions:
   - The text is read in the atomic step that prints it, as with puts. */

void perror(const char *text) {
    __unspool_optional_cancellation_point();
    const char *reason = strerror(*__errno_location());
    __unspool_atomic_begin();
    if (text != 0 && *text != 0) {
        __unspool_put_bytes(stderr, text, strlen(text));
        __unspool_put_bytes(stderr, ": ", 2);
    }
    __unspool_put_bytes(stderr, reason, strlen(reason));
    __unspool_put_bytes(stderr, "\n", 1);
    __unspool_atomic_end();
}
