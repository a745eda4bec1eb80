/* <stdio.h>: formatted text in memory from malloc: asprintf, vasprintf.

   Formatted twice, first to learn its length. */

int vasprintf(char **restrict result, const char *restrict format, __builtin_va_list arguments) {
    __builtin_va_list again;
    __builtin_va_copy(again, arguments);
    int length = vsnprintf(0, 0, format, again);
    __builtin_va_end(again);
    if (length < 0)
        return -1;
    char *text = malloc((size_t)length + 1);
    *result = text;
    if (text == 0)
        return -1;
    return vsnprintf(text, (size_t)length + 1, format, arguments);
}

int asprintf(char **restrict result, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vasprintf(result, format, arguments);
    __builtin_va_end(arguments);
    return length;
}

int __vasprintf_chk(char **restrict result, int flag, const char *restrict format, __builtin_va_list arguments) {
    return vasprintf(result, format, arguments);
}

int __asprintf_chk(char **restrict result, int flag, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int length = vasprintf(result, format, arguments);
    __builtin_va_end(arguments);
    return length;
}
