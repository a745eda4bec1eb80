/* <stdio.h>: unformatted input: fgetc, fgets, getline, fread, ungetc.

   Input is any input: each byte is a free choice, and it may end before any byte. C11 7.21.7.1: once the end-of-file
   indicator is set, reading goes on to fail until it is cleared; so the end is remembered. Functions that read
   several bytes choose once how many there are and whether the last ends the line, then the bytes: fewer choices than
   asking for the end before each byte, and the same inputs.

   What is read is decided in one atomic step, as the stream's lock is held. The bytes are stored after it: C11 7.21.2 has
   the lock protect the stream, not the objects of the program, so two threads that read into one buffer race.

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

/* Bytes that a call has taken from a stream: how many, whether the last is the delimiter, and whether the first was
   given back by ungetc (then it plus one, else 0). The others are not yet drawn. */
struct taken_bytes {
    size_t count;
    _Bool is_delimited;
    int pushed_back;
};

/* Up to `limit` bytes, and none behind a delimiter (negative: there is none). Inside an atomic section only. */
static struct taken_bytes take_bytes(struct __unspool_stream *stream, size_t limit, int delimiter) {
    struct taken_bytes taken = {0, 0, 0};
    if (limit == 0 || !__unspool_may_read(stream))
        return taken;
    if (stream->pushed_back != 0) {
        taken.pushed_back = stream->pushed_back;
        stream->pushed_back = 0;
        taken.count = 1;
        taken.is_delimited = taken.pushed_back - 1 == delimiter;
        if (taken.is_delimited)
            return taken;
    }
    size_t rest = limit - taken.count;
    size_t available = stream->at_end || rest == 0 ? 0 : __unspool_nondet(size_t);
    if (available > rest)
        available = rest == (size_t)-1 ? rest : available % (rest + 1);
    taken.count += available;
    taken.is_delimited = delimiter >= 0 && available > 0 && __unspool_nondet(_Bool);
    if (taken.count < limit && !taken.is_delimited)
        stream->at_end = 1;
    return taken;
}

/* Draws and stores them, outside of any section. */
static void store_bytes(unsigned char *bytes, struct taken_bytes taken, int delimiter) {
    size_t stored = 0;
    if (taken.pushed_back != 0)
        bytes[stored++] = (unsigned char)(taken.pushed_back - 1);
    if (delimiter < 0) {
        __unspool_store_any_bytes(bytes + stored, taken.count - stored);
        return;
    }
    size_t end = taken.is_delimited ? taken.count - 1 : taken.count;
    for (; stored < end; stored++) {
        unsigned char byte = __unspool_nondet(unsigned char);
        __unspool_assume(byte != delimiter);
        bytes[stored] = byte;
    }
    if (stored < taken.count)
        bytes[stored] = (unsigned char)delimiter;
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
    struct taken_bytes taken = {0, 0, 0};
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    if (size > 1)
        taken = take_bytes(found, (size_t)size - 1, '\n');
    __unspool_atomic_end();
    if (taken.count == 0 && size != 1)
        return 0;
    store_bytes((unsigned char *)text, taken, '\n');
    text[taken.count] = 0;
    return text;
}

char *fgets_unlocked(char *restrict text, int size, struct _IO_FILE *restrict stream) {
    return fgets(text, size, stream);
}

char *__fgets_chk(char *restrict text, size_t object, int size, struct _IO_FILE *restrict stream) {
    __unspool_assert(size <= 0 || (size_t)size <= object, "valid-memsafety",
                     "fgets: size is larger than the buffer (buffer overflow)");
    return fgets(text, size, stream);
}

char *__fgets_unlocked_chk(char *restrict text, size_t object, int size, struct _IO_FILE *restrict stream) {
    return __fgets_chk(text, object, size, stream);
}

/* Removed from C in 2011: no caller can make it safe, as any line may be longer than the buffer. */
char *gets(char *text) {
    __unspool_optional_cancellation_point();
    __unspool_assert(0, "valid-memsafety", "gets: a line of input may be longer than the buffer (buffer overflow)");
    *text = 0;
    return text;
}

size_t fread(void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    __unspool_optional_cancellation_point();
    if (size == 0 || count == 0)
        return 0;
    _Bool is_possible = count <= (size_t)-1 / size;
    __unspool_assert(is_possible, "valid-memsafety", "fread of more bytes than any object has (buffer overflow)");
    if (!is_possible)
        return 0;
    __unspool_atomic_begin();
    struct taken_bytes taken = take_bytes(__unspool_stream_at(stream), size * count, -1);
    __unspool_atomic_end();
    store_bytes(data, taken, -1);
    return size == 1 ? taken.count : taken.count / size;
}

size_t fread_unlocked(void *restrict data, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    return fread(data, size, count, stream);
}

size_t __fread_chk(void *restrict data, size_t object, size_t size, size_t count, struct _IO_FILE *restrict stream) {
    __unspool_assert(size == 0 || count <= object / size, "valid-memsafety",
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
    int last = (unsigned char)delimiter;
    __unspool_optional_cancellation_point();
    if (line == 0 || size == 0) {
        *__errno_location() = 22; /* EINVAL */
        return -1;
    }
    if (*line == 0 || *size < greatest_line) {
        char *larger = malloc(greatest_line);
        if (larger == 0)
            return -1;
        free(*line);
        *line = larger;
        *size = greatest_line;
    }
    char *text = *line;
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    struct taken_bytes taken = take_bytes(found, greatest_line - 1, last);
    if (taken.count == greatest_line - 1 && !taken.is_delimited)
        found->at_end = 1; /* only the end of input ends a line without the delimiter */
    __unspool_atomic_end();
    store_bytes((unsigned char *)text, taken, last);
    text[taken.count] = 0;
    return taken.count == 0 ? -1 : (ssize_t)taken.count;
}

ssize_t getline(char **restrict line, size_t *restrict size, struct _IO_FILE *restrict stream) {
    return getdelim(line, size, '\n', stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, struct _IO_FILE *restrict stream) {
    return getdelim(line, size, delimiter, stream);
}
