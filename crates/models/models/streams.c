/* The standard streams and unformatted output: stdout, stderr, stdin, puts, putc, fputs, fwrite, fflush, perror.

   A FILE is opaque: only its identity counts. The three standard streams are the only ones; bytes
   written to stdout and stderr leave at once, so flushing and buffer modes do nothing. Files are not
   modelled: there is no fopen. Reading from stdin is not modelled either.

   Each call is one atomic step, as each holds the stream's lock (see printf.c). The `_unlocked` forms
   are the same: without a lock their outcome under contention would be undefined. */

static char stdin_identity;
static char stdout_identity;
static char stderr_identity;

struct _IO_FILE *stdin = (struct _IO_FILE *)&stdin_identity;
struct _IO_FILE *stdout = (struct _IO_FILE *)&stdout_identity;
struct _IO_FILE *stderr = (struct _IO_FILE *)&stderr_identity;

/* 1 or 2; -1 with errno EBADF for stdin. */
int __unspool_descriptor_of(struct _IO_FILE *stream) {
    if (stream == (struct _IO_FILE *)&stdout_identity)
        return 1;
    if (stream == (struct _IO_FILE *)&stderr_identity)
        return 2;
    __unspool_assert(stream == (struct _IO_FILE *)&stdin_identity, "memory-safety", "output to a stream that is not open");
    *__errno_location() = 9;
    return -1;
}

static int put_bytes(struct _IO_FILE *stream, const unsigned char *bytes, size_t count) {
    int descriptor = __unspool_descriptor_of(stream);
    if (descriptor < 0)
        return -1;
    __unspool_atomic_begin();
    for (size_t i = 0; i < count; i++)
        __unspool_output(descriptor, bytes[i]);
    __unspool_atomic_end();
    return 0;
}

int fputc(int byte, struct _IO_FILE *stream) {
    int descriptor = __unspool_descriptor_of(stream);
    if (descriptor < 0)
        return -1;
    __unspool_output(descriptor, (unsigned char)byte);
    return (unsigned char)byte;
}

int putc(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int _IO_putc(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int putchar(int byte) { return fputc(byte, stdout); }
int fputc_unlocked(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int putc_unlocked(int byte, struct _IO_FILE *stream) { return fputc(byte, stream); }
int putchar_unlocked(int byte) { return fputc(byte, stdout); }

int fputs(const char *restrict text, struct _IO_FILE *restrict stream) {
    return put_bytes(stream, (const unsigned char *)text, strlen(text)) < 0 ? -1 : 1;
}

int fputs_unlocked(const char *restrict text, struct _IO_FILE *restrict stream) { return fputs(text, stream); }

int puts(const char *text) {
    int result = -1;
    size_t length = strlen(text);
    __unspool_atomic_begin();
    if (put_bytes(stdout, (const unsigned char *)text, length) == 0)
        result = fputc('\n', stdout) < 0 ? -1 : length >= 2147483647u ? 2147483647 : (int)length + 1;
    __unspool_atomic_end();
    return result;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    if (size == 0 || count == 0)
        return 0;
    return put_bytes(stream, data, size * count) < 0 ? 0 : count;
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fwrite(data, size, count, stream);
}

ssize_t write(int descriptor, const void *data, size_t count) {
    if (descriptor != 1 && descriptor != 2) {
        *__errno_location() = 9;
        return -1;
    }
    put_bytes(descriptor == 1 ? (struct _IO_FILE *)&stdout_identity : (struct _IO_FILE *)&stderr_identity, data, count);
    return (ssize_t)count;
}

int fflush(struct _IO_FILE *stream) { return 0; }
int fflush_unlocked(struct _IO_FILE *stream) { return 0; }
void setbuf(struct _IO_FILE *restrict stream, char *restrict buffer) {}
int setvbuf(struct _IO_FILE *restrict stream, char *restrict buffer, int mode, size_t size) { return 0; }
void setlinebuf(struct _IO_FILE *stream) {}

int fileno(struct _IO_FILE *stream) {
    return stream == (struct _IO_FILE *)&stdin_identity ? 0 : __unspool_descriptor_of(stream);
}

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
