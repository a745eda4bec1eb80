/* The models' own types for the opaque types of POSIX threads and C11 threads.

   Where user code (or a header) has `typedef ... N;` and `__unspool_type_N` is defined here, N means the type
   here. Neither source nor preprocessed input then depends on a libc's layout, with one exception: static
   initialisers. In preprocessed input PTHREAD_MUTEX_INITIALIZER has become a brace list of glibc's shape, and
   must keep its meaning. The shapes, over the years and on both x86 variants:

     mutex    x86-64 { { 0, 0, 0, 0, KIND, 0, 0, { 0, 0 } } }     earlier { { 0, 0, 0, 0, KIND, 0, { 0, 0 } } }
              i386   { { 0, 0, 0, KIND, 0, { { 0, 0 } } } }       earlier { { 0, 0, 0, KIND, 0, { 0 } } }
     cond     { { {0}, {0}, {0, 0}, {0, 0}, 0, 0, {0, 0} } }      earlier { { 0, 0, 0, 0, 0, (void *) 0, 0, 0 } }
              and lately { { {0}, {0}, {0, 0}, 0, 0, {0, 0}, 0, 0 } }
     rwlock   x86-64 { { 0, 0, 0, 0, 0, 0, 0, 0, 0, { 0, 0, 0, 0, 0, 0, 0 }, 0, FLAGS } }
                                                                  earlier { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, FLAGS } }
              i386   { { 0, 0, 0, 0, 0, 0, FLAGS, 0, 0, 0, 0 } }  earlier { { 0, 0, 0, 0, 0, 0, FLAGS, 0, 0, 0 } }
     once     0, and { 0 } for C11's once_flag

   So each is a struct within a struct, all zero means "initialised and free", and the members before and after
   those that the models use are there to be initialised. A mutex's kind is in one of two places, a read-write lock's
   flags (whom it prefers) in one of three, the others being zero: it is their bitwise or. Where one shape has a scalar and
   another a list in braces stands a struct whose first member takes the scalar; without braces around it, the members
   after the first take what follows. So each shape finds a place for all of its elements, and none is surplus. */

/* `holder`: the owning thread's number plus one; 0 free; -1 destroyed. `depth`: how often a recursive mutex is held.
   `made_by_mtx_init`: for C11's mtx_t, 1, or 2 if it supports timeouts. What static initialisers do not reach
   stands behind `state`. `ceiling`: 0 without the protocol PTHREAD_PRIO_PROTECT. */
typedef struct __unspool_mutex {
    struct {
        int holder;
        unsigned depth;
        int made_by_mtx_init;
        int kind_if_i386;
        int kind_if_x86_64;
        struct {
            struct {
                short spins;
                struct {
                    short elision;
                    struct {
                        void *previous;
                        void *next;
                    } links;
                } rest;
            } inner;
        } tail;
    } state;
    int ceiling;
} __unspool_type_pthread_mutex_t;

/* Bit t of `waiting`: thread t is blocked here. `mutex`: with which mutex; null while nobody is.
   `made_by_cnd_init`: for C11's cnd_t. */
typedef struct __unspool_condition {
    struct {
        unsigned long long waiting;
        int destroyed;
        struct {
            int first, second, third;
            void *fourth;
            int fifth, sixth;
        } flat_if_early; /* all that follows in the earliest shape, else two elements in braces */
        struct {
            int first, second;
            struct {
                int first, second;
            } pair;
            int third, fourth;
        } flat_if_late; /* all that follows in the latest shape, else two elements in braces */
        int unused_4, unused_5;
        struct {
            int first, second;
        } unused_6;
    } state;
    void *mutex;
    int made_by_cnd_init;
} __unspool_type_pthread_cond_t;

/* `writer`: the writing thread's number plus one; 0 none; -1 destroyed. `readers`: how many read locks are held. By whom:
   the bits of number t in `read_low` and `read_high` are how many thread t holds, 3 for three or more.
   `waiting_writers`: how many threads wait to write; not counted unless such threads are preferred. */
typedef struct {
    struct {
        int writer;
        unsigned readers;
        int unused_2, unused_3, unused_4, unused_5;
        int preference_if_i386;
        int unused_7, unused_8;
        struct {
            int unused_9;
            int preference_if_early; /* on x86-64 */
            int unused[5];
        } padding;
        int unused_10;
        int preference_if_x86_64;
    } state;
    unsigned waiting_writers;
    unsigned long long read_low, read_high;
} __unspool_type_pthread_rwlock_t;

/* 0 not initialised; 1 free, as on x86 in glibc; the holding thread's number plus two; -1 destroyed. An integer, because
   programs assign to it. */
typedef volatile int __unspool_type_pthread_spinlock_t;

/* `needed` threads meet; `arrived` are waiting; `generation` changes when they are let go, of whom
   `leaving` have not yet noticed. 0 needed: not initialised, or `destroyed`. */
typedef struct {
    struct {
        unsigned needed;
        unsigned arrived;
        unsigned leaving;
        _Bool generation;
        _Bool destroyed;
    } state;
} __unspool_type_pthread_barrier_t;

/* 0 not yet run, 1 running, 2 done. */
typedef int __unspool_type_pthread_once_t;

typedef unsigned __unspool_type_pthread_key_t;

/* The thread's number plus one, so that a variable never assigned to does not name the main thread. */
typedef unsigned long __unspool_type_pthread_t;

/* All zero but the guard size is what pthread_attr_init makes. Stack size 0: the default. Signal masks and sets of
   processors are as large as glibc's types for them. */
typedef struct {
    int detach_state;
    int scope;
    int inherit;
    int policy;
    int priority;
    void *stack_end; /* where the stack begins, as it grows downwards */
    size_t stack_size;
    size_t guard_size;
    _Bool has_signal_mask;
    _Bool has_processors;
    unsigned char signal_mask[128];
    unsigned char processors[128];
} __unspool_type_pthread_attr_t;

/* One registered cleanup handler; in the first three words of whatever the macros declare. */
struct __unspool_cleanup {
    void (*routine)(void *);
    void *argument;
    struct __unspool_cleanup *older;
};

/* What glibc's pthread_cleanup_push declares; it mentions the member, as an array. */
typedef struct {
    struct __unspool_cleanup __cancel_jmp_buf[1];
    int former_type;
} __unspool_type___pthread_unwind_buf_t;

typedef struct { int kind; int shared; int protocol; int ceiling; } __unspool_type_pthread_mutexattr_t;
typedef struct { int shared; int clock; } __unspool_type_pthread_condattr_t;
typedef struct { int shared; int preference; } __unspool_type_pthread_rwlockattr_t;
typedef struct { int shared; } __unspool_type_pthread_barrierattr_t;

/* `life`: 0 not initialised, 1 initialised, 2 destroyed. */
typedef struct {
    struct {
        unsigned value;
        int life;
    } state;
} __unspool_type_sem_t;

/* C11 threads are the POSIX ones under other names. */
typedef __unspool_type_pthread_mutex_t __unspool_type_mtx_t;
typedef __unspool_type_pthread_cond_t __unspool_type_cnd_t;
typedef __unspool_type_pthread_t __unspool_type_thrd_t;
typedef __unspool_type_pthread_key_t __unspool_type_tss_t;
typedef struct { __unspool_type_pthread_once_t state; } __unspool_type_once_flag;
