/* <stdio.h>: the locks of streams: flockfile, ftrylockfile, funlockfile.

   POSIX: the locks are recursive, and every function on streams behaves as if it used them. So in a program that calls
   flockfile each of those waits until no other thread holds the stream; in other programs the lock is never held and not
   looked at (streams.c asks whether `flockfile` is there).

   Assumptions:
   - The `_unlocked` functions wait for the lock as the others do, if another thread holds it. */

static struct __unspool_stream *lockable(struct _IO_FILE *stream) {
    __unspool_assert(stream != 0, "valid-memsafety", "use of a null pointer as a stream");
    struct __unspool_stream *found = (struct __unspool_stream *)stream;
    __unspool_assert(found->is_open, "valid-memsafety", "use of a stream that has been closed");
    return found;
}

/* Inside an atomic section only. */
static void take_stream(struct __unspool_stream *stream, int self) {
    if (stream->depth == 0)
        stream->holder = self;
    stream->depth++;
    __unspool_hold(stream);
}

void flockfile(struct _IO_FILE *stream) {
    int self = __unspool_self() + 1;
    __unspool_atomic_begin();
    struct __unspool_stream *found = lockable(stream);
    __unspool_wait_until(found->holder == 0 || found->holder == self);
    take_stream(found, self);
    __unspool_atomic_end();
}

int ftrylockfile(struct _IO_FILE *stream) {
    int self = __unspool_self() + 1;
    __unspool_atomic_begin();
    struct __unspool_stream *found = lockable(stream);
    _Bool is_mine = found->holder == 0 || found->holder == self;
    if (is_mine)
        take_stream(found, self);
    __unspool_atomic_end();
    return is_mine ? 0 : -1;
}

void funlockfile(struct _IO_FILE *stream) {
    __unspool_atomic_begin();
    struct __unspool_stream *found = lockable(stream);
    _Bool is_mine = found->holder == __unspool_self() + 1;
    __unspool_assert(is_mine, "lock-misuse", "funlockfile of a stream that this thread has not locked");
    if (is_mine && --found->depth == 0) {
        found->holder = 0;
        __unspool_release(found);
    }
    __unspool_atomic_end();
}
