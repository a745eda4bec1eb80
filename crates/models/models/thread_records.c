/* The records of threads: their lives and results.

   A handle (pthread_t, thrd_t) is the thread's number plus one. Records lie in blocks found by walking from a static
   first one, so that a program with few threads touches only that. They live as long as the process: POSIX lets the
   system use a handle again once the thread has been joined, but then no misuse of the old one could be told.

   All functions here are called inside atomic sections only. */

enum { record_block_size = 32 };

struct record_block {
    struct __unspool_thread_record records[record_block_size];
    struct record_block *next;
};

static struct record_block first_block = {{{__unspool_joinable, 0, 0, 0, 0, 0}}, 0}; /* the main thread can be joined */

/* How many have a record and have not ended; the main thread is one. Numbers do not tell, as they may have gaps. Counted only
   in programs in which threads end by pthread_exit or cancellation, since only there can the main thread end before
   others. Elsewhere threads that end have nothing to do with each other. */
static int unended_threads = 1;

/* Null for a handle that no thread has. */
struct __unspool_thread_record *__unspool_record_of(unsigned long handle) {
    struct record_block *block = &first_block;
    if (handle == 0)
        return 0;
    for (handle--; handle >= record_block_size; handle -= record_block_size) {
        if (block->next == 0)
            return 0;
        block = block->next;
    }
    return block->records[handle].life == __unspool_never_created ? 0 : &block->records[handle];
}

/* The record of a thread just spawned: makes its block if need be. */
struct __unspool_thread_record *__unspool_new_record(int thread) {
    struct record_block *block = &first_block;
    if (pthread_exit || pthread_cancel)
        unended_threads++;
    for (; thread >= record_block_size; thread -= record_block_size) {
        if (block->next == 0) {
            struct record_block *fresh = __unspool_alloc(sizeof(struct record_block));
            struct __unspool_thread_record empty = {__unspool_never_created, 0, 0, 0, 0, 0};
            for (int i = 0; i < record_block_size; i++)
                fresh->records[i] = empty;
            fresh->next = 0;
            block->next = fresh;
        }
        block = block->next;
    }
    return &block->records[thread];
}

/* Whether the handle may still be used. POSIX: the lifetime of a thread's ID ends when the thread has been joined, or
   when it has ended and is detached. */
_Bool __unspool_is_live(struct __unspool_thread_record *record) {
    return record != 0 && record->life != __unspool_joined && !(record->life == __unspool_detached && record->ended);
}

/* Of a thread that has a record. */
void __unspool_note_end(struct __unspool_thread_record *record, void *result) {
    record->result = result;
    record->ended = 1;
    if (pthread_exit || pthread_cancel)
        unended_threads--;
}

/* Only where threads are counted. */
_Bool __unspool_all_have_ended(void) { return unended_threads == 0; }
