/* the names that _FORTIFY_SOURCE makes of input and output functions: writing beyond the buffer is found */
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __dprintf_chk(int descriptor, int flag, const char *format, ...);
int __sprintf_chk(char *buffer, int flag, size_t object, const char *format, ...);
int __snprintf_chk(char *buffer, size_t size, int flag, size_t object, const char *format, ...);
int __asprintf_chk(char **result, int flag, const char *format, ...);
char *__fgets_chk(char *text, size_t object, int size, FILE *stream);
size_t __fread_chk(void *data, size_t object, size_t size, size_t count, FILE *stream);
ssize_t __read_chk(int descriptor, void *data, size_t count, size_t object);
char *__getcwd_chk(char *buffer, size_t size, size_t object);
int __gethostname_chk(char *name, size_t size, size_t object);
long __fdelt_chk(long descriptor);
char buffer[4];

#if defined ENOUGH
int main(void) {
    char *text;
    assert(__sprintf_chk(buffer, 1, sizeof buffer, "%d", 123) == 3 && strcmp(buffer, "123") == 0); // SAFE
    assert(__snprintf_chk(buffer, 4, 1, sizeof buffer, "%s", "abcdef") == 6 && strcmp(buffer, "abc") == 0);
    assert(__printf_chk(1, "%d", 5) == 1 && __fprintf_chk(stdout, 1, "%d", 5) == 1 && __dprintf_chk(1, 1, "%d", 5) == 1);
    assert(__asprintf_chk(&text, 1, "%d", 5) == 1 && strcmp(text, "5") == 0);
    __fgets_chk(buffer, sizeof buffer, 2, stdin);
    __fread_chk(buffer, sizeof buffer, 1, 2, stdin);
    __read_chk(0, buffer, 2, sizeof buffer);
    assert(__getcwd_chk(buffer, 4, sizeof buffer) == buffer && __fdelt_chk(5) == 0);
    return 0;
}
#elif defined SPRINTF
int main(void) {
    __sprintf_chk(buffer, 1, sizeof buffer, "%d", 1234); // UNSAFE: sprintf: text is longer than the buffer (buffer overflow)
    return 0;
}
#elif defined SNPRINTF
int main(void) {
    __snprintf_chk(buffer, 5, 1, sizeof buffer, "a"); // UNSAFE: snprintf: size is larger than the buffer (buffer overflow)
    return 0;
}
#elif defined FGETS
int main(void) {
    __fgets_chk(buffer, sizeof buffer, 5, stdin); // UNSAFE: fgets: size is larger than the buffer (buffer overflow)
    return 0;
}
#elif defined FREAD
int main(void) {
    __fread_chk(buffer, sizeof buffer, 2, 3, stdin); // UNSAFE: fread: size is larger than the buffer (buffer overflow)
    return 0;
}
#elif defined READ
int main(void) {
    __read_chk(0, buffer, 5, sizeof buffer); // UNSAFE: read: size is larger than the buffer (buffer overflow)
    return 0;
}
#elif defined GETCWD
int main(void) {
    __getcwd_chk(buffer, 5, sizeof buffer); // UNSAFE: getcwd: size is larger than the buffer (buffer overflow)
    return 0;
}
#elif defined GETHOSTNAME
int main(void) {
    __gethostname_chk(buffer, 5, sizeof buffer); // UNSAFE: gethostname: size is larger than the buffer (buffer overflow)
    return 0;
}
#elif defined FD_SET
int main(void) {
    __fdelt_chk(1024); // UNSAFE: FD_SET of a descriptor beyond FD_SETSIZE (buffer overflow)
    return 0;
}
#endif
