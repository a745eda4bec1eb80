/* <stdio.h>: formatted output: the printf family.

   How each function reaches the formatting engine, and the fortified spellings that the header redirects to under
   _FORTIFY_SOURCE.

   A call that writes to a stream is one atomic step, because POSIX has it hold the stream's lock throughout. The sprintf
   family takes no lock and is not atomic: its writes interleave like any other.

   A fortified call knows the size of its destination; writing beyond it is reported as a memory error with the words
   "buffer overflow". The `flag` argument of those calls only restricts %n in writable formats and is ignored.

   Assumptions:
   - printf, fprintf, dprintf, vprintf, vfprintf, vdprintf: what a call reads (strings, the format), and stores for %n, is
     part of the step that prints; so no other thread changes it halfway. Races on it are found against all accesses
     that are not part of such a step of a model: those of the program, and of functions such as strcpy and fgets.
   - The locale is "C"; wide characters above 127 cannot be printed (the call returns -1). */

int __unspool_format_to_stream(struct _IO_FILE *stream, const char *format, __builtin_va_list arguments) {
    int descriptor = __unspool_output_of(__unspool_stream_at(stream));
    if (descriptor == not_for_output)
        return -1;
    struct __unspool_sink sink = {descriptor, 0, 0, 0};
    return __unspool_format(&sink, format, arguments);
}

static int format_to_buffer(char *buffer, size_t size, const char *format, __builtin_va_list arguments) {
    struct __unspool_sink sink = {-1, buffer, size == 0 ? 0 : size - 1, 0};
    int result = __unspool_format(&sink, format, arguments);
    if (size > 0)
        buffer[sink.length < size - 1 ? sink.length : size - 1] = 0;
    return result;
}

int vfprintf(struct _IO_FILE *restrict stream, const char *restrict format, __builtin_va_list arguments) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int result = __unspool_format_to_stream(stream, format, arguments);
    __unspool_atomic_end();
    return result;
}

int vprintf(const char *restrict format, __builtin_va_list arguments) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int result = __unspool_format_to_stream(stdout, format, arguments);
    __unspool_atomic_end();
    return result;
}

int vdprintf(int descriptor, const char *restrict format, __builtin_va_list arguments) {
    int result = -1;
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    if (__unspool_is_open_descriptor(descriptor)) {
        struct __unspool_sink sink = {__unspool_is_output(descriptor) ? descriptor : goes_nowhere, 0, 0, 0};
        result = __unspool_format(&sink, format, arguments);
    } else {
        *__errno_location() = 9; /* EBADF */
    }
    __unspool_atomic_end();
    return result;
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, __builtin_va_list arguments) {
    return format_to_buffer(buffer, size, format, arguments);
}

int vsprintf(char *restrict buffer, const char *restrict format, __builtin_va_list arguments) {
    return format_to_buffer(buffer, (size_t)-1, format, arguments);
}

int printf(const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int fprintf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int dprintf(int descriptor, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vdprintf(descriptor, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int sprintf(char *restrict buffer, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsprintf(buffer, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsnprintf(buffer, size, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

/* The fortified spellings. */

int __vfprintf_chk(struct _IO_FILE *restrict stream, int flag, const char *restrict format, __builtin_va_list arguments) {
    return vfprintf(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *restrict format, __builtin_va_list arguments) {
    return vprintf(format, arguments);
}

int __vdprintf_chk(int descriptor, int flag, const char *restrict format, __builtin_va_list arguments) {
    return vdprintf(descriptor, format, arguments);
}

int __vsnprintf_chk(char *restrict buffer, size_t size, int flag, size_t object, const char *restrict format,
                    __builtin_va_list arguments) {
    __unspool_assert(size <= object, "valid-memsafety", "snprintf: size is larger than the buffer (buffer overflow)");
    return vsnprintf(buffer, size, format, arguments);
}

int __vsprintf_chk(char *restrict buffer, int flag, size_t object, const char *restrict format,
                   __builtin_va_list arguments) {
    int result = format_to_buffer(buffer, object, format, arguments);
    __unspool_assert(result < 0 || (size_t)result < object, "valid-memsafety",
                     "sprintf: text is longer than the buffer (buffer overflow)");
    return result;
}

int __printf_chk(int flag, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vprintf(format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __fprintf_chk(struct _IO_FILE *restrict stream, int flag, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vfprintf(stream, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __dprintf_chk(int descriptor, int flag, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vdprintf(descriptor, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __sprintf_chk(char *restrict buffer, int flag, size_t object, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vsprintf_chk(buffer, flag, object, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __snprintf_chk(char *restrict buffer, size_t size, int flag, size_t object, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __vsnprintf_chk(buffer, size, flag, object, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
