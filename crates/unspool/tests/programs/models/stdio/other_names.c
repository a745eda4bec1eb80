/* the names that glibc has beside the standard's: with 64, with a prefix, unlocked, fortified with an argument list */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int _IO_getc(FILE *stream);
int _IO_putc(int byte, FILE *stream);
char *__fgets_unlocked_chk(char *text, size_t object, int size, FILE *stream);
size_t __fread_unlocked_chk(void *data, size_t object, size_t size, size_t count, FILE *stream);
ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments);
int __vprintf_chk(int flag, const char *format, va_list arguments);
int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments);
int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments);
int __vsnprintf_chk(char *buffer, size_t size, int flag, size_t object, const char *format, va_list arguments);
int __vsprintf_chk(char *buffer, int flag, size_t object, const char *format, va_list arguments);

#if defined OPENED
int main(void) {
    FILE *stream = fopen64("file", "r"), *temporary = tmpfile64();
    if (stream == NULL || temporary == NULL)
        return 0;
    assert(fileno_unlocked(stream) == 3); // SAFE
    assert(fputc('x', temporary) == 'x');
    FILE *again = freopen64("file", "w", stream);
    assert(again == NULL || fputc('x', again) == 'x');
    return 0;
}
#elif defined POSITIONS
int main(void) {
    fpos64_t position;
    assert(fseeko64(stdin, 0, SEEK_SET) == 0 && ftello64(stdin) >= 0 && fgetpos64(stdin, &position) == 0); // SAFE
    assert(fsetpos64(stdin, &position) == 0);
    return 0;
}
#elif defined INPUT
int main(void) {
    char text[4];
    char *line = NULL;
    size_t size = 0;
    ungetc('a', stdin);
    assert(_IO_getc(stdin) == 'a'); // SAFE
    ungetc('\n', stdin);
    assert(__fgets_unlocked_chk(text, sizeof text, 4, stdin) == text && text[0] == '\n');
    ungetc('b', stdin);
    assert(__fread_unlocked_chk(text, sizeof text, 1, 1, stdin) == 1 && text[0] == 'b');
    ungetc(';', stdin);
    assert(__getdelim(&line, &size, ';', stdin) == 1 && line[0] == ';');
    free(line);
    return 0;
}
#elif defined OUTPUT
int main(void) {
    assert(_IO_putc('a', stdout) == 'a' && fputc_unlocked('b', stdout) == 'b' && putc_unlocked('c', stdout) == 'c'); // SAFE
    assert(fputs_unlocked("d\n", stdout) >= 0);
    errno = ENOENT;
    perror("message");
    perror(NULL);
    assert(errno == ENOENT);
    return 0;
}
#elif defined ARGUMENT_LISTS
static int all(const char *format, ...) {
    char buffer[8], *allocated;
    int total = 0;
    va_list arguments, again;
    va_start(arguments, format);
#define TRY(call) (va_copy(again, arguments), total += (call), va_end(again))
    TRY(vfprintf(stdout, format, again));
    TRY(vdprintf(1, format, again));
    TRY(vsprintf(buffer, format, again));
    TRY(__vfprintf_chk(stdout, 1, format, again));
    TRY(__vprintf_chk(1, format, again));
    TRY(__vdprintf_chk(1, 1, format, again));
    TRY(__vsnprintf_chk(buffer, 8, 1, 8, format, again));
    TRY(__vsprintf_chk(buffer, 1, 8, format, again));
    TRY(__vasprintf_chk(&allocated, 1, format, again));
    assert(strcmp(buffer, allocated) == 0);
    free(allocated);
    va_end(arguments);
    return total;
}
int main(void) {
    assert(all("%d,%s", 5, "a") == 27); // SAFE
    return 0;
}
#endif
