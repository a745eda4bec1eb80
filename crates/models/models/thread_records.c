/* The records of threads: their lives and results.

   A handle (pthread_t, thrd_t) is the thread's number plus one. Records lie in blocks: a static first one, so that a
   program with few threads touches only that, and others found in a table, so that no loop is needed for a handle that is not
   known. They live as long as the process: POSIX lets the system use a handle again once the thread has been joined,
   but then no misuse of the old one could be told.

   All functions here but the last are called inside atomic sections only. */

enum { record_block_size = 32, most_record_blocks = 64 };

struct record_block {
    struct __unspool_thread_record records[record_block_size];
};

static struct record_block first_block = {{{__unspool_joinable, 0, 0, 0, 0, 0}}}; /* the main thread can be joined */

/* None until there are so many threads. The first place in it stays empty. */
static struct record_block **blocks;

/* How many have a record and have not ended; the main thread is one. Numbers do not tell, as they may have gaps. Counted only
   in programs in which threads end by pthread_exit or cancellation, since only there can the main thread end before
   others. Elsewhere threads that end have nothing to do with each other. */
static int unended_threads = 1;

/* Where the record of a thread is, if it has one. Null where none has been made. */
struct __unspool_thread_record *__unspool_place_of_record(unsigned long handle) {
    struct record_block *block = &first_block;
    unsigned long thread = handle - 1;
    unsigned long number = thread / record_block_size;
    if (number >= most_record_blocks)
        return 0;
    if (number > 0) {
        block = blocks == 0 ? 0 : blocks[number];
        if (block == 0)
            return 0;
    }
    return &block->records[thread % record_block_size];
}

/* Null for a handle that no thread has. */
struct __unspool_thread_record *__unspool_record_of(unsigned long handle) {
    struct __unspool_thread_record *record = __unspool_place_of_record(handle);
    return record == 0 || record->life == __unspool_never_created ? 0 : record;
}

/* The record of a thread just spawned: makes its block if need be. */
struct __unspool_thread_record *__unspool_new_record(int thread) {
    struct record_block *block = &first_block;
    int number = thread / record_block_size;
    if (pthread_exit || pthread_cancel)
        unended_threads++;
    if (number >= most_record_blocks)
        __unspool_unsupported("more than 2048 threads");
    if (number > 0) {
        if (blocks == 0) {
            blocks = __unspool_alloc(most_record_blocks * sizeof *blocks);
            for (int i = 0; i < most_record_blocks; i++)
                blocks[i] = 0;
        }
        block = blocks[number];
        if (block == 0) {
            struct __unspool_thread_record empty = {__unspool_never_created, 0, 0, 0, 0, 0};
            block = __unspool_alloc(sizeof *block);
            for (int i = 0; i < record_block_size; i++)
                block->records[i] = empty;
            blocks[number] = block;
        }
    }
    return &block->records[thread % record_block_size];
}

/* Whether the handle may still be used. POSIX: the lifetime of a thread's ID ends when the thread has been joined, or
   when it has ended and is detached. */
_Bool __unspool_is_live(struct __unspool_thread_record *record) {
    return record != 0 && record->life != __unspool_joined && !(record->life == __unspool_detached && record->ended);
}

/* At the place of its record: a thread that has none leaves no harm there. */
void __unspool_note_end(struct __unspool_thread_record *record, void *result) {
    record->result = result;
    record->ended = 1;
    if ((pthread_exit || pthread_cancel) && record->life != __unspool_never_created)
        unended_threads--;
}

/* Only where threads are counted. */
_Bool __unspool_all_have_ended(void) { return unended_threads == 0; }

static _Bool has_joinable_thread(struct record_block *block) {
    _Bool any = 0;
    for (int i = 0; i < record_block_size; i++)
        any |= block->records[i].life == __unspool_joinable;
    return any;
}

/* At the end of the process: it does not matter whether the thread still runs. The main thread, which nobody created, does not
   count. */
void __unspool_on_demand_thread_leak(void) {
    _Bool any = 0;
    __unspool_atomic_begin();
    for (int i = 1; i < record_block_size; i++)
        any |= first_block.records[i].life == __unspool_joinable;
    for (int i = 1; blocks != 0 && i < most_record_blocks; i++)
        any |= blocks[i] != 0 && has_joinable_thread(blocks[i]);
    __unspool_assert(!any, "thread-leak", "the program ends while a thread is neither joined nor detached");
    __unspool_atomic_end();
}
