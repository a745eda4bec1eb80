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
              i386   { { 0, 0, 0, 0, 0, 0, FLAGS, 0, 0, 0, 0 } }
     once     0, and { 0 } for C11's once_flag

   So each is a struct within a struct, all zero means "initialised and free", and the members before and after
   those that the models use are there to be initialised. A mutex's kind is in one of two places, the other being
   zero: it is their bitwise or. Where one shape has a scalar and another a list in braces stands a struct whose first
   member takes the scalar; without braces around it, the members after the first take what follows. So each
   shape finds a place for all of its elements, and none is surplus. An rwlock's flags (whether writers are preferred) do not restrict which schedules are possible. */

/* `holder`: the owning thread's number plus one; 0 free; -1 destroyed. `depth`: how often a recursive mutex is held. */
typedef struct {
    struct {
        int holder;
        unsigned depth;
        int unused;
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
} __unspool_type_pthread_mutex_t;

/* Bit t of `waiting`: thread t is blocked here. */
typedef struct {
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
} __unspool_type_pthread_cond_t;

/* `writer`: the writing thread's number plus one; 0 none; -1 destroyed. `readers`: how many read locks are held. */
typedef struct {
    struct {
        int writer;
        unsigned readers;
        int unused_2, unused_3, unused_4, unused_5, unused_6, unused_7, unused_8;
        struct {
            int unused[7];
        } padding;
        int unused_10, unused_11;
    } state;
} __unspool_type_pthread_rwlock_t;

/* The holding thread's number plus one; 0 free; -1 destroyed. An integer, because programs assign to it. */
typedef volatile int __unspool_type_pthread_spinlock_t;

/* `needed` threads meet; `arrived` are waiting; `generation` changes when they are let go, of whom
   `leaving` have not yet noticed. 0 needed: destroyed. */
typedef struct {
    struct {
        unsigned needed;
        unsigned arrived;
        unsigned generation;
        unsigned leaving;
    } state;
} __unspool_type_pthread_barrier_t;

/* 0 not yet run, 1 running, 2 done. */
typedef int __unspool_type_pthread_once_t;

typedef unsigned __unspool_type_pthread_key_t;

/* The thread's number plus one, so that a variable never assigned to does not name the main thread. */
typedef unsigned long __unspool_type_pthread_t;

typedef struct { int detach_state; int scope; size_t stack_size; size_t guard_size; } __unspool_type_pthread_attr_t;
typedef struct { int kind; int shared; } __unspool_type_pthread_mutexattr_t;
typedef struct { int shared; int clock; } __unspool_type_pthread_condattr_t;
typedef struct { int shared; int preference; } __unspool_type_pthread_rwlockattr_t;
typedef struct { int shared; } __unspool_type_pthread_barrierattr_t;

typedef struct {
    struct {
        unsigned value;
        int destroyed;
    } state;
} __unspool_type_sem_t;

/* C11 threads are the POSIX ones under other names. */
typedef __unspool_type_pthread_mutex_t __unspool_type_mtx_t;
typedef __unspool_type_pthread_cond_t __unspool_type_cnd_t;
typedef __unspool_type_pthread_t __unspool_type_thrd_t;
typedef __unspool_type_pthread_key_t __unspool_type_tss_t;
typedef struct { __unspool_type_pthread_once_t state; } __unspool_type_once_flag;
