/* fseek, ftell, rewind, fgetpos, fsetpos: clear the end, know no position */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>

#if defined END_IS_CLEARED
int main(void) {
    int byte = getchar();
    assert(fseek(stdin, 0, SEEK_SET) == 0 && !feof(stdin)); // SAFE
    ungetc('x', stdin);
    assert(fseek(stdin, 0, 9) == -1 && errno == EINVAL);
    (void)byte;
    return 0;
}
#elif defined READS_AGAIN
int main(void) {
    if (getchar() != EOF)
        return 0;
    rewind(stdin);
    assert(getchar() == EOF); // UNSAFE: assertion failed
    return 0;
}
#elif defined POSITIONS
int main(void) {
    long before = ftell(stdin);
    fpos_t position;
    assert(before >= 0 && ftello(stdin) >= 0 && fgetpos(stdin, &position) == 0 && fsetpos(stdin, &position) == 0); // SAFE
    assert(fseeko(stdin, 5, SEEK_CUR) == 0);
    return 0;
}
#elif defined POSITIONS_ARE_ANY
int main(void) {
    assert(ftell(stdin) == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined ERROR_IS_CLEARED
int main(void) {
    fgetc(stdout);
    assert(ferror(stdout)); // SAFE
    rewind(stdout);
    assert(!ferror(stdout));
    return 0;
}
#elif defined CLOSED
int main(void) {
    fclose(stdin);
    rewind(stdin); // UNSAFE: use of a stream that has been closed
    return 0;
}
#endif
