/* <stdio.h>: positions in a stream: fseek, ftell, rewind, fgetpos, fsetpos.

   The contents of a file are any bytes, so a position carries no information; setting one clears the end-of-file
   indicator and takes back ungetc, as C11 7.21.9.2 says.

   Assumptions:
   - ftell, fgetpos: any number from 0 to INT_MAX, a new choice at each call; not related to what was read or written.
   - fseek, fsetpos: succeed, as on a file. */

/* Inside an atomic section only. */
static struct __unspool_stream *forget_end(struct _IO_FILE *stream) {
    struct __unspool_stream *found = __unspool_stream_at(stream);
    found->at_end = 0;
    found->pushed_back = 0;
    return found;
}

static int some_position(struct _IO_FILE *stream) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    __unspool_stream_at(stream);
    __unspool_atomic_end();
    return __unspool_nondet(int) & 2147483647;
}

static int seek_stream(struct _IO_FILE *stream, int whence) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    forget_end(stream);
    __unspool_atomic_end();
    if (whence >= 0 && whence <= 2)
        return 0;
    *__errno_location() = 22; /* EINVAL */
    return -1;
}

int fseek(struct _IO_FILE *stream, long offset, int whence) { return seek_stream(stream, whence); }
int fseeko(struct _IO_FILE *stream, long offset, int whence) { return seek_stream(stream, whence); }
int fseeko64(struct _IO_FILE *stream, long long offset, int whence) { return seek_stream(stream, whence); }
long ftell(struct _IO_FILE *stream) { return some_position(stream); }
long ftello(struct _IO_FILE *stream) { return some_position(stream); }
long long ftello64(struct _IO_FILE *stream) { return some_position(stream); }

void rewind(struct _IO_FILE *stream) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    forget_end(stream)->has_failed = 0;
    __unspool_atomic_end();
}

/* Of an fpos_t only the position itself, its first member, is set. */
int fgetpos(struct _IO_FILE *restrict stream, long *restrict position) {
    *position = some_position(stream);
    return 0;
}

int fgetpos64(struct _IO_FILE *restrict stream, long long *restrict position) {
    *position = some_position(stream);
    return 0;
}

int fsetpos(struct _IO_FILE *stream, const long *position) { return seek_stream(stream, 0); }
int fsetpos64(struct _IO_FILE *stream, const long long *position) { return seek_stream(stream, 0); }
