/* <stdio.h>: unformatted output: fputc, fputs, puts, fwrite, putw.

   Each call is one atomic step, as each holds the stream's lock. Output to a file disappears (streams.c).

   Assumptions:
   - What a call prints is read in the step that prints it; so no other thread changes the text halfway. Races on it are
     found against all accesses that are not part of such a step of a model: those of the program, and of functions such
     as strcpy and fgets. */

_Bool __unspool_put_bytes(struct _IO_FILE *stream, const char *bytes, size_t count) {
    int descriptor = __unspool_output_of(__unspool_stream_at(stream));
    if (descriptor == not_for_output)
        return 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)bytes[i]; /* read wherever it goes: it must be there */
        if (descriptor != goes_nowhere)
            __unspool_output(descriptor, byte);
    }
    return 1;
}

/* The byte, or -1. Inside an atomic section only. */
static int put_byte(struct _IO_FILE *stream, int byte) {
    char written = (char)byte;
    return __unspool_put_bytes(stream, &written, 1) ? (unsigned char)byte : -1;
}

int fputc(int byte, struct _IO_FILE *stream) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int result = put_byte(stream, byte);
    __unspool_atomic_end();
    return result;
}

int putc(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int _IO_putc(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int fputc_unlocked(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int putc_unlocked(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }

int putchar(int byte) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int result = put_byte(stdout, byte);
    __unspool_atomic_end();
    return result;
}

int putchar_unlocked(int byte) { return putchar(byte); }

int fputs(const char *restrict text, struct _IO_FILE *restrict stream) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int result = __unspool_put_bytes(stream, text, strlen(text)) ? 1 : -1;
    __unspool_atomic_end();
    return result;
}

int fputs_unlocked(const char *restrict text, struct _IO_FILE *restrict stream) { return fputs(text, stream); }

/* As glibc: the number of bytes written. */
int puts(const char *text) {
    int result = -1;
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    size_t length = strlen(text);
    if (__unspool_put_bytes(stdout, text, length) && put_byte(stdout, '\n') >= 0)
        result = length >= 2147483647u ? 2147483647 : (int)length + 1;
    __unspool_atomic_end();
    return result;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    __unspool_optional_cancellation_point();
    if (size == 0 || count == 0)
        return 0;
    _Bool is_possible = count <= (size_t)-1 / size;
    __unspool_assert(is_possible, "valid-memsafety", "fwrite of more bytes than any object has (out of bounds)");
    if (!is_possible)
        return 0;
    __unspool_atomic_begin();
    _Bool done = __unspool_put_bytes(stream, data, size * count);
    __unspool_atomic_end();
    return done ? count : 0;
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fwrite(data, size, count, stream);
}

int putw(int word, struct _IO_FILE *stream) { return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : -1; }
