/* <stdio.h>: streams as such: the standard ones, opening, closing, buffering.

   A FILE is a handful of indicators; only its identity and they count, not a file's contents. What is written to
   stdout and stderr leaves at once; what is written to a file disappears; what is read is any bytes (stream_input.c).
   So the functions that buffer, position and flush have nothing to do but to check that the stream is open.

   POSIX: "The effect of attempting to use a stream that has been closed is undefined", and a null pointer is no
   stream. Both are reported as memory errors; that is why a closed stream stays allocated, in the list of all.

   Each call is one atomic step, because POSIX has it hold the stream's lock throughout; in programs that call flockfile
   it waits for that lock (stream_locks.c). The `_unlocked` forms are the same: without a lock their outcome under
   contention would be undefined.

   POSIX allows nearly all functions of <stdio.h> to be cancellation points (2.9.5.2), and in glibc they are whenever they
   read, write or open: so each may act on a request before it does anything, or not.

   Assumptions:
   - fopen, fdopen, freopen, tmpfile: each call may fail (ENOENT) or succeed, whatever the file's name; the mode is
     obeyed. Which files exist, and what they hold, is not remembered from one call to the next. The name is not read, so
     an invalid pointer or a race there is not seen.
   - Writing to a stream succeeds; a full disk or a closed pipe is not considered. What is written to one whose
     descriptor has been closed disappears. */

enum { standard_streams = 3 };

static struct __unspool_stream standard[standard_streams] = {
    {0, 1, 1, 0, 0, 0, 0, 0, 0},
    {1, 1, 0, 1, 0, 0, 0, 0, 0},
    {2, 1, 0, 1, 0, 0, 0, 0, 0},
};

struct _IO_FILE *stdin = (struct _IO_FILE *)&standard[0];
struct _IO_FILE *stdout = (struct _IO_FILE *)&standard[1];
struct _IO_FILE *stderr = (struct _IO_FILE *)&standard[2];

/* A stream that was opened, in the list of all that ever were. */
struct opened_stream {
    struct __unspool_stream stream;
    struct opened_stream *older;
};

static struct opened_stream *all_opened;
static struct __unspool_stream no_stream; /* stands in for a null pointer after its report */

/* Waits until no other thread holds it. Inside an atomic section only. */
static struct __unspool_stream *await_stream(struct _IO_FILE *stream) {
    struct __unspool_stream *found = (struct __unspool_stream *)stream;
    if (flockfile) {
        __unspool_atomic_begin();
        __unspool_wait_until(found->holder == 0 || found->holder == __unspool_self() + 1);
        __unspool_atomic_end();
    }
    return found;
}

struct __unspool_stream *__unspool_stream_at(struct _IO_FILE *stream) {
    __unspool_assert(stream != 0, "valid-memsafety", "use of a null pointer as a stream");
    if (stream == 0)
        return &no_stream;
    struct __unspool_stream *found = await_stream(stream);
    __unspool_assert(found->is_open, "valid-memsafety", "use of a stream that has been closed");
    return found;
}

int __unspool_output_of(struct __unspool_stream *stream) {
    if (!stream->is_writable) {
        stream->has_failed = 1;
        *__errno_location() = 9; /* EBADF */
        return not_for_output;
    }
    return __unspool_is_output(stream->descriptor) ? stream->descriptor : goes_nowhere;
}

/* "r", "w" or "a", then any of "+", "b", "x", "e", ... False for anything else, which is EINVAL. */
static _Bool set_mode(struct __unspool_stream *stream, const char *mode) {
    _Bool updates = 0;
    if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    for (const char *letter = mode + 1; *letter != 0 && *letter != ','; letter++)
        if (*letter == '+')
            updates = 1;
    stream->is_readable = updates || *mode == 'r';
    stream->is_writable = updates || *mode != 'r';
    return 1;
}

/* A new stream, or null if the mode or the descriptor is none. A negative descriptor: the lowest unused. */
static struct _IO_FILE *open_stream(const char *mode, int descriptor) {
    struct __unspool_stream fresh = {descriptor, 1, 0, 0, 0, 0, 0, 0, 0};
    struct opened_stream *opened = 0;
    if (!set_mode(&fresh, mode))
        return 0;
    __unspool_atomic_begin();
    if (descriptor < 0)
        fresh.descriptor = __unspool_take_descriptor();
    if (fresh.descriptor >= 0) {
        opened = __unspool_alloc(sizeof(struct opened_stream));
        opened->stream = fresh;
        opened->older = all_opened;
        all_opened = opened;
    }
    __unspool_atomic_end();
    return (struct _IO_FILE *)opened;
}

/* Succeeds or fails, by choice. */
struct _IO_FILE *fopen(const char *restrict name, const char *restrict mode) {
    __unspool_optional_cancellation_point();
    if (__unspool_nondet(_Bool)) {
        *__errno_location() = 2; /* ENOENT */
        return 0;
    }
    return open_stream(mode, -1);
}

struct _IO_FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }
struct _IO_FILE *tmpfile(void) { return fopen("", "w+"); }
struct _IO_FILE *tmpfile64(void) { return fopen("", "w+"); }

/* Fails where the descriptor is not open. */
struct _IO_FILE *fdopen(int descriptor, const char *mode) {
    __unspool_atomic_begin();
    _Bool is_open = __unspool_is_open_descriptor(descriptor);
    __unspool_atomic_end();
    if (!is_open) {
        *__errno_location() = 9; /* EBADF */
        return 0;
    }
    return open_stream(mode, descriptor);
}

/* Inside an atomic section only. */
static void close_stream(struct __unspool_stream *stream) {
    if (stream->is_open)
        __unspool_release_descriptor(stream->descriptor);
    stream->is_open = 0;
}

/* Closes the stream in any case; whether the file can be opened is a choice. Its descriptor stays the same, as in glibc;
   what is then written disappears. */
struct _IO_FILE *freopen(const char *restrict name, const char *restrict mode, struct _IO_FILE *restrict stream) {
    __unspool_optional_cancellation_point();
    _Bool fails = __unspool_nondet(_Bool);
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    if (fails || !set_mode(found, mode)) {
        if (fails)
            *__errno_location() = 2; /* ENOENT */
        close_stream(found);
        fails = 1;
    } else {
        __unspool_release_descriptor(found->descriptor);
        __unspool_open_descriptor(found->descriptor);
        found->at_end = 0;
        found->has_failed = 0;
        found->pushed_back = 0;
    }
    __unspool_atomic_end();
    return fails ? 0 : stream;
}

struct _IO_FILE *freopen64(const char *restrict name, const char *restrict mode, struct _IO_FILE *restrict stream) {
    return freopen(name, mode, stream);
}

int fclose(struct _IO_FILE *stream) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    __unspool_assert(stream != 0, "valid-memsafety", "fclose of a null pointer");
    if (stream != 0) {
        struct __unspool_stream *found = await_stream(stream);
        __unspool_assert(found->is_open, "valid-memsafety", "fclose of a stream that has been closed");
        close_stream(found);
    }
    __unspool_atomic_end();
    return 0;
}

/* Waits for no lock, as in glibc. */
int fcloseall(void) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    for (struct opened_stream *opened = all_opened; opened != 0; opened = opened->older)
        close_stream(&opened->stream);
    for (int i = 0; i < standard_streams; i++)
        close_stream(&standard[i]);
    __unspool_atomic_end();
    return 0;
}

static void check_stream(struct _IO_FILE *stream) {
    __unspool_atomic_begin();
    __unspool_stream_at(stream);
    __unspool_atomic_end();
}

int fflush(struct _IO_FILE *stream) {
    __unspool_optional_cancellation_point();
    if (stream != 0)
        check_stream(stream);
    return 0;
}

int fflush_unlocked(struct _IO_FILE *stream) { return fflush(stream); }
void setbuf(struct _IO_FILE *restrict stream, char *restrict buffer) { check_stream(stream); }
void setbuffer(struct _IO_FILE *restrict stream, char *restrict buffer, size_t size) { check_stream(stream); }
void setlinebuf(struct _IO_FILE *stream) { check_stream(stream); }

/* The buffer is not used. */
int setvbuf(struct _IO_FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
    check_stream(stream);
    return mode < 0 || mode > 2 ? -1 : 0;
}

int fileno(struct _IO_FILE *stream) {
    __unspool_atomic_begin();
    int descriptor = __unspool_stream_at(stream)->descriptor;
    __unspool_atomic_end();
    return descriptor;
}

int fileno_unlocked(struct _IO_FILE *stream) { return fileno(stream); }

int feof(struct _IO_FILE *stream) {
    __unspool_atomic_begin();
    int at_end = __unspool_stream_at(stream)->at_end;
    __unspool_atomic_end();
    return at_end;
}

int feof_unlocked(struct _IO_FILE *stream) { return feof(stream); }

int ferror(struct _IO_FILE *stream) {
    __unspool_atomic_begin();
    int has_failed = __unspool_stream_at(stream)->has_failed;
    __unspool_atomic_end();
    return has_failed;
}

int ferror_unlocked(struct _IO_FILE *stream) { return ferror(stream); }

void clearerr(struct _IO_FILE *stream) {
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(stream);
    found->at_end = 0;
    found->has_failed = 0;
    __unspool_atomic_end();
}

void clearerr_unlocked(struct _IO_FILE *stream) { clearerr(stream); }
