//! A program with every word that programs for verifiers consist of, and the part of the text that fills in what a prelude leaves out.

/// What a prelude may leave out, in terms of what it must define.
pub const REST: &str = r#"
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);
#ifndef unspool_alloc
static inline void *unspool_allocated(__SIZE_TYPE__ size)
{
    void *object = malloc(size);
    unspool_assume(object != 0);
    return object;
}
#define unspool_alloc(size, align) unspool_allocated(size)
#endif
#ifndef unspool_free
#define unspool_free(p) free(p)
#endif
#ifndef unspool_readable
#define unspool_readable(p, n) unspool_assume((p) != 0)
#define unspool_writable(p, n) unspool_assume((p) != 0)
#endif
#ifndef UNSPOOL_COUNTER
#define UNSPOOL_COUNTER(bits, type) type
#endif
#ifndef unspool_nondet_pointer
#define unspool_nondet_pointer() ((void *)(__UINTPTR_TYPE__)unspool_nondet_u64())
#endif
"#;

/// Every word that has to be there.
pub const WORDS: &str = r#"
int main(void)
{
    UNSPOOL_COUNTER(3, unsigned char) counter = 0;
    _Bool b = unspool_nondet_bool();
    signed char i8 = unspool_nondet_i8();
    unsigned char u8 = unspool_nondet_u8();
    short i16 = unspool_nondet_i16();
    unsigned short u16 = unspool_nondet_u16();
    int i32 = unspool_nondet_i32();
    unsigned u32 = unspool_nondet_u32();
    long long i64 = unspool_nondet_i64();
    unsigned long long u64 = unspool_nondet_u64();
    float f32 = unspool_nondet_f32();
    double f64 = unspool_nondet_f64();
    void *pointer = unspool_nondet_pointer();
    unspool_assume(b || i8 == 1 || u8 == 1 || i16 == 1 || u16 == 1 || pointer == 0);
    unspool_assert(i32 == 1 || u32 == 1 || i64 == 1 || u64 == 1 || f32 == f32 || f64 == f64 || counter < 1,
                   "assertion: never (a.c:1)");
    int *object = unspool_alloc(sizeof *object, 4);
    unspool_writable(object, sizeof *object);
    *object = 3;
    unspool_readable(object, sizeof *object);
    unspool_assert(*object == 3, "assertion: the object (a.c:2)");
    unspool_free(object);
    return 0;
}
"#;
