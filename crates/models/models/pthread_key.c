/* Thread-specific data: keys with a value per thread, and destructors that run when a thread ends.

   128 keys, the number POSIX guarantees; beyond that EAGAIN. A key deleted and made again has a new generation, so that
   values stored under the old one read as null. When a thread ends, the destructor of every key with a value runs,
   again while destructors store new values, but at most four times (PTHREAD_DESTRUCTOR_ITERATIONS).
   Using a key that does not exist is undefined in POSIX and reported as thread misuse. */

enum { key_count = 128, destructor_rounds = 4 };

struct key {
    unsigned generation; /* odd while the key exists */
    void (*destructor)(void *);
};

struct value {
    unsigned generation;
    void *pointer;
};

static struct key keys[key_count];
static unsigned keys_made; /* all keys in use have smaller numbers */
static _Thread_local struct value values[key_count];

extern void (*__unspool_run_key_destructors)(void);

/* The first key from `i` on whose destructor is due in this thread, `key_count` if none is. Inside an atomic section only. */
static unsigned next_due(unsigned i) {
    for (; i < keys_made; i++)
        if (values[i].pointer != 0 && values[i].generation == keys[i].generation && keys[i].destructor != 0)
            return i;
    return key_count;
}

static _Bool run_round(void) {
    _Bool any = 0;
    for (unsigned from = 0;; any = 1) {
        void (*destructor)(void *) = 0;
        void *pointer = 0;
        __unspool_atomic_begin();
        unsigned key = next_due(from);
        if (key < key_count) {
            destructor = keys[key].destructor;
            pointer = values[key].pointer;
            values[key].pointer = 0;
        }
        __unspool_atomic_end();
        if (key == key_count)
            return any;
        destructor(pointer);
        from = key + 1;
    }
}

static void run_destructors(void) {
    for (int round = 0; round < destructor_rounds && run_round(); round++) {
    }
}

int pthread_key_create(__unspool_type_pthread_key_t *result, void (*destructor)(void *)) {
    __unspool_atomic_begin();
    unsigned free_key = 0;
    while (free_key < key_count && keys[free_key].generation % 2 == 1)
        free_key++;
    if (free_key < key_count) {
        keys[free_key].generation++;
        keys[free_key].destructor = destructor;
        if (free_key >= keys_made)
            keys_made = free_key + 1;
        __unspool_run_key_destructors = run_destructors;
        *result = free_key;
    }
    __unspool_atomic_end();
    return free_key < key_count ? 0 : 11; /* EAGAIN */
}

/* Checked within the caller's atomic section. */
static _Bool exists(__unspool_type_pthread_key_t key) { return key < key_count && keys[key].generation % 2 == 1; }

int pthread_key_delete(__unspool_type_pthread_key_t key) {
    __unspool_atomic_begin();
    _Bool valid = exists(key);
    __unspool_assert(valid, "thread-misuse", "pthread_key_delete of a key that does not exist");
    if (valid)
        keys[key].generation++;
    __unspool_atomic_end();
    return valid ? 0 : 22; /* EINVAL */
}

int pthread_setspecific(__unspool_type_pthread_key_t key, const void *pointer) {
    __unspool_atomic_begin();
    _Bool valid = exists(key);
    __unspool_assert(valid, "thread-misuse", "pthread_setspecific with a key that does not exist");
    if (valid) {
        values[key].generation = keys[key].generation;
        values[key].pointer = (void *)pointer;
    }
    __unspool_atomic_end();
    return valid ? 0 : 22;
}

void *pthread_getspecific(__unspool_type_pthread_key_t key) {
    void *pointer = 0;
    __unspool_atomic_begin();
    _Bool valid = exists(key);
    __unspool_assert(valid, "thread-misuse", "pthread_getspecific with a key that does not exist");
    if (valid && values[key].generation == keys[key].generation)
        pointer = values[key].pointer;
    __unspool_atomic_end();
    return pointer;
}
