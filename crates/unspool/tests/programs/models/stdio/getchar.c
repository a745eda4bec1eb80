/* getchar, getc, fgetc, ungetc, feof: any byte, or the end, which stays */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>

#if defined ANY_BYTE
// WITH --domain=0,65,255
int main(void) {
    int byte = getchar();
    assert(byte == EOF || byte == 0 || byte == 65 || byte == 255);
    assert(byte != 65);  // UNSAFE: assertion failed
    assert(byte != 255); // UNSAFE: assertion failed
    assert(byte != 0);   // UNSAFE: assertion failed
    return 0;
}
#elif defined END
int main(void) {
    assert(getchar() != EOF); // UNSAFE: assertion failed
    return 0;
}
#elif defined END_STAYS
int main(void) {
    int first = getchar(), second = getchar();
    assert(first != EOF || second == EOF); // SAFE
    assert((first == EOF || second == EOF) == (feof(stdin) != 0));
    assert(!ferror(stdin));
    return 0;
}
#elif defined END_CAN_BE_CLEARED
int main(void) {
    if (getc(stdin) != EOF)
        return 0;
    clearerr(stdin);
    assert(getc(stdin) == EOF); // UNSAFE: assertion failed
    return 0;
}
#elif defined GIVEN_BACK
int main(void) {
    assert(ungetc('x', stdin) == 'x'); // SAFE
    assert(getchar() == 'x');
    assert(ungetc(EOF, stdin) == EOF);
    if (getchar() == EOF) {
        assert(ungetc('y', stdin) == 'y' && !feof(stdin));
        assert(fgetc(stdin) == 'y');
    }
    return 0;
}
#elif defined UNLOCKED
int main(void) {
    ungetc('a', stdin);
    assert(getchar_unlocked() == 'a'); // SAFE
    ungetc('b', stdin);
    assert(getc_unlocked(stdin) == 'b');
    ungetc('c', stdin);
    assert(fgetc_unlocked(stdin) == 'c' && !feof_unlocked(stdin) && !ferror_unlocked(stdin));
    clearerr_unlocked(stdin);
    return 0;
}
#elif defined A_BYTE_IS_READ_ONCE
#include <pthread.h>
static int theirs = EOF;
static void *work(void *unused) {
    theirs = getchar();
    return 0;
}
int main(void) {
    pthread_t other;
    ungetc('x', stdin);
    pthread_create(&other, 0, work, 0);
    int ours = getchar();
    pthread_join(other, 0);
    assert(ours == 'x' || theirs == 'x'); // SAFE
    assert(ours != 'x' || theirs != 'x');
    return 0;
}
#endif
