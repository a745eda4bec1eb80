/* <stdio.h>: unformatted output: fputc, fputs, puts, fwrite, putw, perror.

   Each call is one atomic step, as each holds the stream's lock; the text is therefore read within that step too.
   Output to a file disappears (streams.c). */

/* False where the stream is not open for output. Inside an atomic section only. */
static _Bool put_bytes(struct _IO_FILE *stream, const unsigned char *bytes, size_t count) {
    int descriptor = __unspool_output_of(__unspool_stream_at(stream));
    if (descriptor == not_for_output)
        return 0;
    if (descriptor != goes_nowhere)
        for (size_t i = 0; i < count; i++)
            __unspool_output(descriptor, bytes[i]);
    return 1;
}

int fputc(int byte, struct _IO_FILE *stream) {
    unsigned char written = (unsigned char)byte;
    __unspool_atomic_begin();
    int descriptor = __unspool_output_of(__unspool_stream_at(stream));
    if (descriptor >= 0)
        __unspool_output(descriptor, written);
    __unspool_atomic_end();
    return descriptor == not_for_output ? -1 : written;
}

int putc(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int _IO_putc(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int fputc_unlocked(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int putc_unlocked(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }

int putchar(int byte) {
    __unspool_atomic_begin();
    int result = fputc(byte, stdout);
    __unspool_atomic_end();
    return result;
}

int putchar_unlocked(int byte) { return putchar(byte); }

int fputs(const char *restrict text, struct _IO_FILE *restrict stream) {
    __unspool_atomic_begin();
    int result = put_bytes(stream, (const unsigned char *)text, strlen(text)) ? 1 : -1;
    __unspool_atomic_end();
    return result;
}

int fputs_unlocked(const char *restrict text, struct _IO_FILE *restrict stream) { return fputs(text, stream); }

/* As glibc: the number of bytes written. */
int puts(const char *text) {
    int result = -1;
    __unspool_atomic_begin();
    size_t length = strlen(text);
    if (put_bytes(stdout, (const unsigned char *)text, length) && fputc('\n', stdout) >= 0)
        result = length >= 2147483647u ? 2147483647 : (int)length + 1;
    __unspool_atomic_end();
    return result;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    if (size == 0 || count == 0)
        return 0;
    __unspool_atomic_begin();
    _Bool done = put_bytes(stream, data, size * count);
    __unspool_atomic_end();
    return done ? count : 0;
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fwrite(data, size, count, stream);
}

int putw(int word, struct _IO_FILE *stream) { return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : -1; }

void perror(const char *text) {
    const char *reason = strerror(*__errno_location());
    __unspool_atomic_begin();
    if (text != 0 && *text != 0) {
        fputs(text, stderr);
        fputs(": ", stderr);
    }
    fputs(reason, stderr);
    fputc('\n', stderr);
    __unspool_atomic_end();
}
