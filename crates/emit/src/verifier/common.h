/* Made by unspool. The words of this text that C has not, as far as what stands above leaves them open. */

/* A function that calls itself until the process ends is as the user wrote it; GCC warns there too. */
#if defined __GNUC__ && !defined __clang__ && __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Winfinite-recursion"
#endif
/* Records are packed where not all who read this would lay them out alike; what is in them is aligned all the same. */
#if defined __clang__ || (defined __GNUC__ && __GNUC__ >= 9)
#pragma GCC diagnostic ignored "-Waddress-of-packed-member"
#endif

#ifndef UNSPOOL_COUNTER
#define UNSPOOL_COUNTER(bits, type) type
#endif

/* Executions in which these are reached are not considered further. */
#ifndef unspool_unreachable
#define unspool_unreachable() __builtin_unreachable()
#endif
#ifndef unspool_exit
__attribute__((noreturn, unused)) static void unspool_ends(void)
{
    unspool_assume(0);
    unspool_unreachable();
}
#define unspool_exit(status) ((void)(status), unspool_ends())
#endif
#ifndef unspool_abort
#define unspool_abort() unspool_exit(134)
#endif
#ifndef unspool_unexpected
#define unspool_unexpected(what)               \
    {                                          \
        unspool_assert(0, "unsupported: " what); \
        unspool_abort();                       \
    }
#endif
#ifndef unspool_output
#define unspool_output(stream, byte) ((void)(stream), (void)(byte))
#endif

/* Any value of a type. */
#ifndef unspool_nondet_bool
#define unspool_nondet_bool() ((unspool_nondet_u8() & 1) != 0)
#endif
#ifndef unspool_nondet_u128
#define unspool_nondet_u128() ((unsigned __int128)unspool_nondet_u64() << 64 | (unsigned __int128)unspool_nondet_u64())
#endif
#ifndef unspool_nondet_i128
#define unspool_nondet_i128() ((__int128)unspool_nondet_u128())
#endif
#ifndef unspool_nondet_f16
#define unspool_nondet_f16() (((union { unsigned short unspool_bits; _Float16 unspool_value; }){ unspool_nondet_u16() }).unspool_value)
#endif
#ifndef unspool_nondet_f32
#define unspool_nondet_f32() (((union { unsigned int unspool_bits; float unspool_value; }){ unspool_nondet_u32() }).unspool_value)
#endif
#ifndef unspool_nondet_f64
#define unspool_nondet_f64() (((union { unsigned long long unspool_bits; double unspool_value; }){ unspool_nondet_u64() }).unspool_value)
#endif
/* Not all of them: those that are also doubles. */
#ifndef unspool_nondet_f80
#define unspool_nondet_f80() ((long double)unspool_nondet_f64())
#endif
#ifndef unspool_nondet_f128
#define unspool_nondet_f128() (((union { unsigned __int128 unspool_bits; __float128 unspool_value; }){ unspool_nondet_u128() }).unspool_value)
#endif
#ifndef unspool_nondet_pointer
#define unspool_nondet_pointer() ((void *)(__UINTPTR_TYPE__)unspool_nondet_u64())
#endif
#ifndef unspool_havoc
__attribute__((noinline, unused)) static void unspool_havoc(void *object, __SIZE_TYPE__ size)
{
    for (__SIZE_TYPE__ at = 0; at < size; at++)
        ((unsigned char *)object)[at] = unspool_nondet_u8();
}
#endif

/* Memory. A compiler that follows values sees by itself what is outside of an object, and complains. */
#if defined __OPTIMIZE__ && !defined __CPROVER__
#undef unspool_readable
#undef unspool_writable
#ifdef __has_builtin
#if __has_builtin(__builtin_dynamic_object_size)
#define unspool_bytes_at(pointer) __builtin_dynamic_object_size(pointer, 0)
#endif
#endif
#ifndef unspool_bytes_at
#define unspool_bytes_at(pointer) __builtin_object_size(pointer, 0)
#endif
#define unspool_readable(pointer, size) unspool_within((const void *)(pointer), unspool_bytes_at(pointer), size)
#define unspool_writable(pointer, size) unspool_readable(pointer, size)
#define unspool_within(pointer, bytes, size)      \
    {                                             \
        if ((pointer) == 0 || (bytes) < (size))   \
            unspool_abort();                      \
    }
#endif
#ifndef unspool_readable
#define unspool_readable(pointer, size) unspool_assume((pointer) != 0)
#endif
#ifndef unspool_writable
#define unspool_writable(pointer, size) unspool_assume((pointer) != 0)
#endif
#ifdef UNSPOOL_NEEDS_OBJECT_SIZE
#ifndef unspool_object_size
#define UNSPOOL_HEADER 16
#define unspool_object_size(pointer) (*(__SIZE_TYPE__ *)((unsigned char *)(pointer) - UNSPOOL_HEADER))
#endif
#endif
#ifndef UNSPOOL_HEADER
#define UNSPOOL_HEADER 0
#endif
#ifndef unspool_alloc
void *malloc(__SIZE_TYPE__);
__attribute__((noinline, unused)) static void *unspool_new_object(__SIZE_TYPE__ size)
{
    unsigned char *object = malloc(UNSPOOL_HEADER + size);
    unspool_assume(object != 0);
#if UNSPOOL_HEADER > 0
    *(__SIZE_TYPE__ *)object = size;
#endif
    return object + UNSPOOL_HEADER;
}
#define unspool_alloc(size, align) ((void)(align), unspool_new_object(size))
#endif
#ifndef unspool_alloc_on_stack
#define unspool_alloc_on_stack(size, align) unspool_alloc(size, align)
#endif
#ifndef unspool_free
void free(void *);
__attribute__((noinline, unused)) static void unspool_end_of_object(void *object)
{
    free(object == 0 ? object : (void *)((unsigned char *)object - UNSPOOL_HEADER));
}
#define unspool_free(pointer) unspool_end_of_object(pointer)
#endif

/* There is one thread. */
#ifndef unspool_spawn
#define unspool_spawn(start, arguments, size)           \
    __extension__({                                     \
        unspool_unexpected("a thread is created");      \
        (void)start, (void)(arguments), -1;             \
    })
#define unspool_self() 0
#define unspool_finished(thread) ((thread) != 0)
#define unspool_exit_thread() unspool_exit(0)
#define unspool_wait_until(condition) unspool_assume(condition)
#define unspool_atomic_begin() ((void)0)
#define unspool_atomic_end() ((void)0)
#endif
