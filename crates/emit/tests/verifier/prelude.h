extern void abort(void) __attribute__((noreturn));
extern void reach_error(void);
#define unspool_assume(c) ((c) ? (void)0 : abort())
#define unspool_assert(c, text) ((c) ? (void)0 : (reach_error(), abort()))
extern signed char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
#define unspool_nondet_i8() __VERIFIER_nondet_char()
#define unspool_nondet_u8() __VERIFIER_nondet_uchar()
#define unspool_nondet_i16() __VERIFIER_nondet_short()
#define unspool_nondet_u16() __VERIFIER_nondet_ushort()
#define unspool_nondet_i32() __VERIFIER_nondet_int()
#define unspool_nondet_u32() __VERIFIER_nondet_uint()
#define unspool_nondet_i64() __VERIFIER_nondet_longlong()
#define unspool_nondet_u64() __VERIFIER_nondet_ulonglong()
