/* scanf, fscanf, vscanf: any value, and any number of them */
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined RESULTS
int main(void) {
    int first = 7, second = 7;
    int result = scanf("%d,%d", &first, &second);
    assert(result == EOF || result == 0 || result == 1 || result == 2);
    assert(result == 2 || second == 7);
    assert(result >= 1 || first == 7);
    assert(result != EOF); // UNSAFE: assertion failed
    assert(result != 0);   // UNSAFE: assertion failed
    assert(result != 1);   // UNSAFE: assertion failed
    assert(result != 2);   // UNSAFE: assertion failed
    return 0;
}
#elif defined ANY_VALUE
// WITH --domain=0,-5,77
int main(void) {
    long long number = 1;
    if (scanf("%lld", &number) != 1)
        return 0;
    assert(number == 0 || number == -5 || number == 77);
    assert(number != -5); // UNSAFE: assertion failed
    assert(number != 77); // UNSAFE: assertion failed
    return 0;
}
#elif defined END_IS_FOR_GOOD
int main(void) {
    int number;
    if (scanf("%d", &number) == EOF)
        assert(feof(stdin) && scanf("%d", &number) == EOF && getchar() == EOF); // SAFE
    return 0;
}
#elif defined OTHER_INPUT_IS_NO_END
int main(void) {
    int number;
    if (scanf("%d", &number) == 0)
        assert(scanf("%d", &number) == 0); // UNSAFE: assertion failed
    return 0;
}
#elif defined WIDTH
// WITH --domain=0,7,12345,-12345
int main(void) {
    int number = 0;
    unsigned natural = 0;
    if (scanf("%3d%2u", &number, &natural) == 2)
        assert(number > -100 && number < 1000 && (natural < 100 || natural > -10u)); // SAFE
    return 0;
}
#elif defined NO_WIDTH
int main(void) {
    char text[100];
    int number;
    scanf("%d%s", &number, text); // UNSAFE: scanf with %s and no width: a word of input may be longer than the buffer
    scanf("%[a-z]", text);        // UNSAFE: scanf with %[ and no width: input may be longer than the buffer
    fscanf(stdin, "%s", text);    // UNSAFE: fscanf with %s and no width: a word of input may be longer than the buffer
    fscanf(stdin, "%[^,]", text); // UNSAFE: fscanf with %[ and no width: input may be longer than the buffer
    return 0;
}
#elif defined NO_WIDTH_IN_ARGUMENT_LISTS
static int scan(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vscanf(format, arguments); // UNSAFE: vscanf with %s and no width
    va_end(arguments);
    return result;
}
static int scan_file(FILE *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(file, format, arguments); // UNSAFE: vfscanf with %[ and no width
    va_end(arguments);
    return result;
}
int main(void) {
    char text[100];
    scan("%s", text);
    scan_file(stdin, "%[a-z]", text);
    return 0;
}
#elif defined NO_WIDTH_AND_NOTHING_STORED
int main(void) {
    char text[4];
    assert(scanf("%*s%*[a-z]") <= 0); // SAFE
    assert(sscanf("abc", "%s", text) == 1 && strcmp(text, "abc") == 0);
    return 0;
}
#elif defined TEXT_OF_A_WIDTH
// WITH --domain=0,1,3,32
int main(void) {
    char text[8] = "abcdefg";
    if (scanf("%2s", text) == 1)
        assert(strlen(text) <= 2 && text[3] == 'd' && strchr(text, ' ') == NULL); // SAFE
    return 0;
}
#elif defined WIDTH_TOO_LARGE
// WITH --domain=4
int main(void) {
    char text[4];
    scanf("%4s", text); // UNSAFE: out of bounds
    return 0;
}
#elif defined SETS_AND_CHARACTERS
// WITH --domain=1,2,97,120
int main(void) {
    char letters[3] = "", two[2];
    if (scanf("%2[a-c]", letters) == 1)
        for (char *letter = letters; *letter; letter++)
            assert(*letter >= 'a' && *letter <= 'c'); // SAFE
    two[1] = 'z';
    if (scanf("%c", two) == 1)
        assert(two[1] == 'z');
    return 0;
}
#elif defined SUPPRESSED
int main(void) {
    int number = 7;
    int result = scanf("%*d %d", &number);
    assert(result <= 1); // SAFE
    assert(result == 1 || number == 7);
    return 0;
}
#elif defined POSITION
// WITH --domain=0,1
int main(void) {
    int position = -1;
    if (scanf("%*d%n", &position) == 0 && position != -1)
        assert(position >= 0); // SAFE
    return 0;
}
#elif defined FLOATING
int main(void) {
    double number = 3;
    float other = 3;
    if (fscanf(stdin, "%lf%f", &number, &other) == 2)
        assert(number != 3 && other != 3); // SAFE
    return 0;
}
#elif defined ARGUMENT_LISTS
static int scan(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vscanf(format, arguments);
    va_end(arguments);
    return result;
}
static int scan_file(FILE *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vfscanf(file, format, arguments);
    va_end(arguments);
    return result;
}
int main(void) {
    int number = 5, other = 5;
    if (scan("%d", &number) == 1 && scan_file(stdin, "%d", &other) == 1)
        assert((number == 0 || number == 1) && (other == 0 || other == 1)); // SAFE
    return 0;
}
#elif defined OTHER_NAMES
int __isoc99_scanf(const char *format, ...);
int __isoc23_scanf(const char *format, ...);
int __isoc99_fscanf(FILE *stream, const char *format, ...);
int __isoc23_fscanf(FILE *stream, const char *format, ...);
int main(void) {
    int number = 0;
    assert(__isoc99_scanf("%d", &number) <= 1 && __isoc23_scanf("%d", &number) <= 1); // SAFE
    assert(__isoc99_fscanf(stdin, "%d", &number) <= 1 && __isoc23_fscanf(stdin, "%d", &number) <= 1);
    return 0;
}
#elif defined POINTERS
int main(void) {
    void *pointer;
    scanf("%p", &pointer); // UNSUPPORTED: scanf of input with %p or %m
    return 0;
}
#elif defined STREAM_NOT_OPEN_FOR_READING
int main(void) {
    int number;
    assert(fscanf(stdout, "%d", &number) == EOF && ferror(stdout)); // SAFE
    return 0;
}
#elif defined NO_WIDTH_INSIDE_AN_OBJECT
int main(void) {
    char text[6] = "abcdef";
    int result = scanf("%s", text + 4); // UNSAFE: scanf with %s and no width
    assert(result != 1 || (text[3] == 'd' && text[4] == 0 && text[5] == 'f'));
    return 0;
}
#elif defined WIDTH_IN_OTHER_BASES
// WITH --domain=255,256,64,-1,-16
int main(void) {
    unsigned hexadecimal = 0, octal = 0;
    if (scanf("%2x", &hexadecimal) == 1) {
        assert(hexadecimal <= 255 || hexadecimal >= -15u);
        assert(hexadecimal != 255); // UNSAFE: assertion failed
        assert(hexadecimal != -1u); // UNSAFE: assertion failed
    }
    if (scanf("%3o", &octal) == 1) {
        assert(octal <= 0777 || octal >= -077u);
        assert(octal != 255); // UNSAFE: assertion failed
    }
    return 0;
}
#elif defined WIDTH_OF_LONG_NUMBERS
// WITH --domain=0x7fffffffffffffff,-1,99999
int main(void) {
    unsigned long long natural = 0, other = 0;
    signed char small = 0;
    if (scanf("%19llu%16llx%1hhd", &natural, &other, &small) == 3) {
        assert(natural <= 9999999999999999999ull || natural >= -999999999999999999ull);
        assert(small >= 0 && small <= 9);
        assert(natural != 0x7fffffffffffffff); // UNSAFE: assertion failed
        assert(other != ~0ull);                // UNSAFE: assertion failed
    }
    return 0;
}
#elif defined LONG_DOUBLES
int main(void) {
    long double number = 1 / 3.0L;
    if (scanf("%Lf", &number) == 1) {
        assert(number == 0 || number == 1);
        assert(number != 0); // UNSAFE: assertion failed
        assert(number != 1); // UNSAFE: assertion failed
    } else {
        assert(number == 1 / 3.0L);
    }
    return 0;
}
#elif defined TWO_CALLS_INTO_ONE_OBJECT
// WITH --races --domain=0
#include <pthread.h>
static int number;
static void *work(void *unused) {
    scanf("%d", &number); // RACE
    return 0;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    scanf("%d", &number); // RACE
    return 0;
}
#elif defined TWO_CALLS_INTO_TWO_OBJECTS
// WITH --races
#include <pthread.h>
static int number;
static void *work(void *unused) {
    scanf("%d", &number);
    return 0;
}
int main(void) {
    pthread_t other;
    int mine;
    pthread_create(&other, 0, work, 0);
    scanf("%d", &mine); // SAFE
    return 0;
}
#endif
