/* <stdio.h>: unformatted input: fgetc, fgets, getline, fread, ungetc.

   Input is any input: each byte is a free choice, and it may end before any byte. C11 7.21.7.1: once the end-of-file
   indicator is set, reading goes on to fail until it is cleared; so the end is remembered. Functions that read
   several bytes choose how many there are once, then the bytes: fewer choices than asking for the end before each
   byte, and the same inputs.

   fgets and fread write to the program's memory in the same atomic step that reads, as the stream's lock is held.

   Assumptions:
   - Reading from an open stream does not fail: ferror is set only by reading from a stream that is not open for
     reading.
   - A terminal is a file like others: nothing waits for input.
   - getline, getdelim: a line fits into 255 bytes. ungetc: one byte is remembered, a second one in a row is refused. */

_Bool __unspool_may_read(struct __unspool_stream *stream) {
    if (!stream->is_readable) {
        stream->has_failed = 1;
        *__errno_location() = 9; /* EBADF */
        return 0;
    }
    return !stream->at_end || stream->pushed_back != 0;
}

int __unspool_next_byte(struct __unspool_stream *stream) {
    int pushed_back = stream->pushed_back;
    if (!__unspool_may_read(stream))
        return -1;
    if (pushed_back != 0) {
        stream->pushed_back = 0;
        return pushed_back - 1;
    }
    if (__unspool_nondet(_Bool)) {
        stream->at_end = 1;
        return -1;
    }
    return __unspool_nondet(unsigned char);
}

/* Up to `limit` bytes, and no byte behind a `last` (negative: none is special); how many there were. Inside an atomic
   section only. */
static size_t take_bytes(struct __unspool_stream *stream, unsigned char *bytes, size_t limit, int last) {
    size_t taken = 0;
    if (limit == 0 || !__unspool_may_read(stream))
        return 0;
    if (stream->pushed_back != 0) {
        bytes[taken++] = (unsigned char)(stream->pushed_back - 1);
        stream->pushed_back = 0;
        if (bytes[0] == last)
            return taken;
    }
    size_t rest = limit - taken;
    size_t available = stream->at_end || rest == 0 ? 0 : __unspool_nondet(size_t);
    if (available > rest)
        available = rest == (size_t)-1 ? rest : available % (rest + 1);
    if (last < 0) {
        __unspool_any_bytes(bytes + taken, available);
        taken += available;
    } else {
        for (size_t i = 0; i < available; i++) {
            unsigned char byte = __unspool_nondet(unsigned char);
            bytes[taken++] = byte;
            if (byte == last)
                return taken;
        }
    }
    if (taken < limit)
        stream->at_end = 1;
    return taken;
}

/* Any byte, or the end. */
int fgetc(struct _IO_FILE *stream) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int byte = __unspool_next_byte(__unspool_stream_at(stream));
    __unspool_atomic_end();
    return byte;
}

int getc(struct _IO_FILE *stream) { return fgetc(stream); }
int _IO_getc(struct _IO_FILE *stream) { return fgetc(stream); }
int fgetc_unlocked(struct _IO_FILE *stream) { return fgetc(stream); }
int getc_unlocked(struct _IO_FILE *stream) { return fgetc(stream); }

int getchar(void) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int byte = __unspool_next_byte(__unspool_stream_at(stdin));
    __unspool_atomic_end();
    return byte;
}

int getchar_unlocked(void) { return getchar(); }

int ungetc(int byte, struct _IO_FILE *stream) {
    int result = -1;
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    if (byte != -1 && found->pushed_back == 0) {
        result = (unsigned char)byte;
        found->pushed_back = result + 1;
        found->at_end = 0;
    }
    __unspool_atomic_end();
    return result;
}

/* A line, its beginning if it is longer, or the rest before the end of input. */
char *fgets(char *restrict text, int size, struct _IO_FILE *restrict stream) {
    char *result = 0;
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    if (size > 0) {
        size_t length = take_bytes(found, (unsigned char *)text, (size_t)size - 1, '\n');
        if (length > 0 || size == 1) {
            text[length] = 0;
            result = text;
        }
    }
    __unspool_atomic_end();
    return result;
}

char *fgets_unlocked(char *restrict text, int size, struct _IO_FILE *restrict stream) {
    return fgets(text, size, stream);
}

char *__fgets_chk(char *restrict text, size_t object, int size, struct _IO_FILE *restrict stream) {
    __unspool_assert(size <= 0 || (size_t)size <= object, "memory-safety",
                     "fgets: size is larger than the buffer (buffer overflow)");
    return fgets(text, size, stream);
}

char *__fgets_unlocked_chk(char *restrict text, size_t object, int size, struct _IO_FILE *restrict stream) {
    return __fgets_chk(text, object, size, stream);
}

/* Removed from C in 2011: no caller can make it safe, as any line may be longer than the buffer. */
char *gets(char *text) {
    __unspool_optional_cancellation_point();
    __unspool_assert(0, "memory-safety", "gets: a line of input may be longer than the buffer (buffer overflow)");
    *text = 0;
    return text;
}

size_t fread(void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    __unspool_optional_cancellation_point();
    if (size == 0 || count == 0)
        return 0;
    __unspool_atomic_begin();
    size_t taken = take_bytes(__unspool_stream_at(stream), data, size * count, -1);
    __unspool_atomic_end();
    return size == 1 ? taken : taken / size;
}

size_t fread_unlocked(void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fread(data, size, count, stream);
}

size_t __fread_chk(void *restrict data, size_t object, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    __unspool_assert(size == 0 || count <= object / size, "memory-safety",
                     "fread: size is larger than the buffer (buffer overflow)");
    return fread(data, size, count, stream);
}

size_t __fread_unlocked_chk(void *restrict data, size_t object, size_t size, size_t count,
                            struct _IO_FILE *restrict stream) {
    return __fread_chk(data, object, size, count, stream);
}

int getw(struct _IO_FILE *stream) {
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : -1;
}

/* The buffer is replaced whenever it is too small for a line of the greatest modelled length. */
ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, struct _IO_FILE *restrict stream) {
    enum { greatest_line = 256 };
    ssize_t result = -1;
    __unspool_optional_cancellation_point();
    if (line == 0 || size == 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    if (*line == 0 || *size < greatest_line) {
        char *larger = malloc(greatest_line);
        if (larger != 0) {
            free(*line);
            *line = larger;
            *size = greatest_line;
        }
    }
    if (*line != 0 && *size >= greatest_line) {
        size_t length = take_bytes(found, (unsigned char *)*line, greatest_line - 1, (unsigned char)delimiter);
        (*line)[length] = 0;
        if (length > 0)
            result = (ssize_t)length;
        if (length == greatest_line - 1 && (unsigned char)(*line)[length - 1] != (unsigned char)delimiter)
            found->at_end = 1; /* only the end of input ends a line without the delimiter */
    }
    __unspool_atomic_end();
    return result;
}

ssize_t getline(char **restrict line, size_t *restrict size, struct _IO_FILE *restrict stream) {
    return getdelim(line, size, '\n', stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, struct _IO_FILE *restrict stream) {
    return getdelim(line, size, delimiter, stream);
}
