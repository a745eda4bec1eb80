/* KLEE, by the words of its header klee/klee.h. An execution that is not to be considered ends without a test: klee_assume would take an
   assumption that cannot hold for an error. Inputs are numbered in the order of the text, so that tests tell them apart. */
extern void klee_make_symbolic(void *place, __SIZE_TYPE__ size, const char *name);
extern void klee_silent_exit(int status) __attribute__((__noreturn__));
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));
#define unspool_assume(c) ((c) ? (void)0 : klee_silent_exit(0))
#define unspool_assert(c, text) ((c) ? (void)0 : __assert_fail(text, __FILE__, __LINE__, __func__))
#define UNSPOOL_TEXT(number) #number
#define UNSPOOL_INPUT(type, number)                                                                  \
    __extension__({                                                                                  \
        type unspool_input;                                                                          \
        klee_make_symbolic(&unspool_input, sizeof unspool_input, "unspool_" UNSPOOL_TEXT(number));    \
        unspool_input;                                                                               \
    })
#define unspool_nondet_bool() ((_Bool)(UNSPOOL_INPUT(unsigned char, __COUNTER__) & 1))
#define unspool_nondet_i8() UNSPOOL_INPUT(signed char, __COUNTER__)
#define unspool_nondet_u8() UNSPOOL_INPUT(unsigned char, __COUNTER__)
#define unspool_nondet_i16() UNSPOOL_INPUT(short, __COUNTER__)
#define unspool_nondet_u16() UNSPOOL_INPUT(unsigned short, __COUNTER__)
#define unspool_nondet_i32() UNSPOOL_INPUT(int, __COUNTER__)
#define unspool_nondet_u32() UNSPOOL_INPUT(unsigned, __COUNTER__)
#define unspool_nondet_i64() UNSPOOL_INPUT(long long, __COUNTER__)
#define unspool_nondet_u64() UNSPOOL_INPUT(unsigned long long, __COUNTER__)
#define unspool_nondet_f32() ((union { unsigned bits; float value; }){ unspool_nondet_u32() }.value)
#define unspool_nondet_f64() ((union { unsigned long long bits; double value; }){ unspool_nondet_u64() }.value)
