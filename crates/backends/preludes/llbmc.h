/* LLBMC, by the words of its header llbmc.h. All inputs are made of its inputs of type int. */
extern void __llbmc_assume(int condition);
extern void __llbmc_assert(int condition);
extern int __llbmc_nondef_int(void);
#define unspool_assume(c) __llbmc_assume((c) != 0)
#define unspool_assert(c, text) (__llbmc_assert((c) != 0), __llbmc_assume((c) != 0))
#define unspool_nondet_bool() ((_Bool)(__llbmc_nondef_int() & 1))
#define unspool_nondet_i8() ((signed char)__llbmc_nondef_int())
#define unspool_nondet_u8() ((unsigned char)__llbmc_nondef_int())
#define unspool_nondet_i16() ((short)__llbmc_nondef_int())
#define unspool_nondet_u16() ((unsigned short)__llbmc_nondef_int())
#define unspool_nondet_i32() __llbmc_nondef_int()
#define unspool_nondet_u32() ((unsigned)__llbmc_nondef_int())
#define unspool_nondet_u64() ((unsigned long long)(unsigned)__llbmc_nondef_int() << 32 | (unsigned)__llbmc_nondef_int())
#define unspool_nondet_i64() ((long long)unspool_nondet_u64())
#define unspool_nondet_f32() ((union { unsigned bits; float value; }){ unspool_nondet_u32() }.value)
#define unspool_nondet_f64() ((union { unsigned long long bits; double value; }){ unspool_nondet_u64() }.value)
