/* <pthread.h>: thread-specific data: keys with a value per thread, and destructors that run when a thread ends.

   1024 keys, as in glibc (PTHREAD_KEYS_MAX); beyond that EAGAIN. Keys and values lie in blocks of 32, the first of them
   static and the others made when needed, so that a program with few keys has little to carry about. A key deleted and
   made again has a new generation, so that values stored under the old one read as null.

   When a thread ends, the destructors of all keys that have values run in the order of the keys' numbers, again while
   destructors store new values, but at most four times (PTHREAD_DESTRUCTOR_ITERATIONS), as in glibc.

   Using a key that does not exist (any longer) is undefined in POSIX. It is reported, and then answered as glibc does:
   with EINVAL, or null from pthread_getspecific.

   Assumptions:
   - pthread_key_create: a new key has the lowest number that is free.
   - When a thread ends, its destructors run in the order of the keys' numbers, as in glibc. POSIX leaves the order open
     (so does C11), so an error that needs another order is not found. */

enum { key_block_size = 32, key_limit = 1024, destructor_rounds = 4 };

struct key {
    unsigned generation; /* odd while the key exists */
    void (*destructor)(void *);
};

struct key_block {
    struct key keys[key_block_size];
    struct key_block *next;
};

struct value {
    unsigned generation;
    void *pointer;
};

struct value_block {
    struct value values[key_block_size];
    struct value_block *next;
};

static struct key_block first_keys;
static unsigned keys_made; /* all keys that ever existed have smaller numbers */
static unsigned keys_deleted; /* how many of those do not exist now */
static _Thread_local struct value_block first_values;

/* Null if there is no such block yet. This and the following are called inside atomic sections only. */
static struct key *find_key(unsigned number) {
    struct key_block *block = &first_keys;
    for (; number >= key_block_size && block != 0; number -= key_block_size)
        block = block->next;
    return block == 0 ? 0 : &block->keys[number];
}

static struct value *find_value(unsigned number) {
    struct value_block *block = &first_values;
    for (; number >= key_block_size && block != 0; number -= key_block_size)
        block = block->next;
    return block == 0 ? 0 : &block->values[number];
}

/* Null if the key does not exist. */
static struct key *existing_key(unsigned number) {
    struct key *key = number < keys_made ? find_key(number) : 0;
    return key != 0 && key->generation % 2 == 1 ? key : 0;
}

/* For threads_tss.c. */
_Bool __unspool_key_exists(unsigned number) { return existing_key(number) != 0; }

/* The key behind all that ever existed. */
static struct key *another_key(void) {
    unsigned number = keys_made++;
    struct key_block *block = &first_keys;
    for (; number >= key_block_size; number -= key_block_size) {
        if (block->next == 0) {
            struct key_block *fresh = __unspool_alloc(sizeof(struct key_block));
            struct key none = {0, 0};
            for (int i = 0; i < key_block_size; i++)
                fresh->keys[i] = none;
            fresh->next = 0;
            block->next = fresh;
        }
        block = block->next;
    }
    return &block->keys[number];
}

/* The place for this thread's value; made if need be. */
static struct value *place_for_value(unsigned number) {
    struct value_block *block = &first_values;
    for (; number >= key_block_size; number -= key_block_size) {
        if (block->next == 0) {
            struct value_block *fresh = __unspool_alloc(sizeof(struct value_block));
            struct value none = {0, 0};
            for (int i = 0; i < key_block_size; i++)
                fresh->values[i] = none;
            fresh->next = 0;
            block->next = fresh;
        }
        block = block->next;
    }
    return &block->values[number];
}

/* The first key from `number` on whose destructor is due in this thread, `key_limit` if none is. */
static unsigned next_due(unsigned number) {
    for (; number < keys_made; number++) {
        struct value *value = find_value(number);
        struct key *key = existing_key(number);
        if (value == 0)
            return key_limit;
        if (value->pointer != 0 && key != 0 && value->generation == key->generation && key->destructor != 0)
            return number;
    }
    return key_limit;
}

/* Whether any destructor was due. Not inside an atomic section: each destructor is the program's code. */
static _Bool run_round(void) {
    _Bool any = 0;
    for (unsigned from = 0;; any = 1) {
        void (*destructor)(void *) = 0;
        void *pointer = 0;
        __unspool_atomic_begin();
        unsigned number = next_due(from);
        if (number < key_limit) {
            struct value *value = find_value(number);
            destructor = find_key(number)->destructor;
            pointer = value->pointer;
            value->pointer = 0;
        }
        __unspool_atomic_end();
        if (number == key_limit)
            return any;
        destructor(pointer);
        from = number + 1;
    }
}

static void run_destructors(void) {
    for (int round = 0; round < destructor_rounds && run_round(); round++) {
    }
    /* The blocks are the thread's own; no other ever sees them. */
    while (first_values.next != 0) {
        struct value_block *block = first_values.next;
        first_values.next = block->next;
        __unspool_free(block);
    }
}

int pthread_key_create(__unspool_type_pthread_key_t *result, void (*destructor)(void *)) {
    struct key *key = 0;
    __unspool_atomic_begin();
    unsigned number = keys_made;
    if (keys_deleted > 0) {
        for (number = 0; existing_key(number) != 0; number++) {
        }
        keys_deleted--;
        key = find_key(number);
    } else if (number < key_limit) {
        key = another_key();
    }
    if (key != 0) {
        key->generation++;
        key->destructor = destructor;
        __unspool_run_key_destructors = run_destructors;
    }
    __unspool_atomic_end();
    if (key == 0)
        return 11; /* EAGAIN */
    *result = number;
    return 0;
}

/* Runs no destructors, as POSIX says. */
int pthread_key_delete(__unspool_type_pthread_key_t number) {
    __unspool_atomic_begin();
    struct key *key = existing_key(number);
    __unspool_assert(key != 0, "thread-misuse", "pthread_key_delete of a key that does not exist");
    if (key != 0) {
        key->generation++;
        keys_deleted++;
    }
    __unspool_atomic_end();
    return key != 0 ? 0 : 22; /* EINVAL */
}

int pthread_setspecific(__unspool_type_pthread_key_t number, const void *pointer) {
    __unspool_atomic_begin();
    struct key *key = existing_key(number);
    __unspool_assert(key != 0, "thread-misuse", "pthread_setspecific with a key that does not exist");
    if (key != 0) {
        struct value *value = place_for_value(number);
        value->generation = key->generation;
        value->pointer = (void *)pointer;
    }
    __unspool_atomic_end();
    return key != 0 ? 0 : 22;
}

void *pthread_getspecific(__unspool_type_pthread_key_t number) {
    void *pointer = 0;
    __unspool_atomic_begin();
    struct key *key = existing_key(number);
    __unspool_assert(key != 0, "thread-misuse", "pthread_getspecific with a key that does not exist");
    struct value *value = key == 0 ? 0 : find_value(number);
    if (value != 0 && value->generation == key->generation)
        pointer = value->pointer;
    __unspool_atomic_end();
    return pointer;
}
