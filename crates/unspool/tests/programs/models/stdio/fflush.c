/* fflush, setvbuf, setbuf, setlinebuf: only check the stream */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdio_ext.h>

#if defined SUCCEED
int main(void) {
    static char buffer[BUFSIZ];
    assert(fflush(stdout) == 0 && fflush(NULL) == 0 && fflush_unlocked(stdout) == 0); // SAFE
    assert(setvbuf(stdout, buffer, _IOFBF, sizeof buffer) == 0 && setvbuf(stdout, NULL, _IONBF, 0) == 0 && setvbuf(stdout, NULL, 9, 0) != 0);
    setbuf(stdout, buffer);
    setbuffer(stdout, buffer, sizeof buffer);
    setlinebuf(stdout);
    flockfile(stdout);
    assert(ftrylockfile(stdout) == 0);
    putchar_unlocked('x');
    funlockfile(stdout);
    funlockfile(stdout);
    return 0;
}
#elif defined FLUSH_CLOSED
int main(void) {
    fclose(stdout);
    fflush(stdout); // UNSAFE: use of a stream that has been closed
    return 0;
}
#elif defined LOCK_NULL
int main(void) {
    flockfile(NULL); // UNSAFE: use of a null pointer as a stream
    return 0;
}
#elif defined BUFFER_OF_CLOSED
int main(void) {
    fclose(stdout);
    setvbuf(stdout, NULL, _IONBF, 0); // UNSAFE: use of a stream that has been closed
    return 0;
}
#endif
