/* Inputs, by the names of the competition on software verification (SV-COMP). */
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
#define unspool_nondet_bool() __VERIFIER_nondet_bool()
#define unspool_nondet_i8() ((signed char)__VERIFIER_nondet_char())
#define unspool_nondet_u8() __VERIFIER_nondet_uchar()
#define unspool_nondet_i16() __VERIFIER_nondet_short()
#define unspool_nondet_u16() __VERIFIER_nondet_ushort()
#define unspool_nondet_i32() __VERIFIER_nondet_int()
#define unspool_nondet_u32() __VERIFIER_nondet_uint()
#define unspool_nondet_i64() __VERIFIER_nondet_longlong()
#define unspool_nondet_u64() __VERIFIER_nondet_ulonglong()
#define unspool_nondet_f32() __VERIFIER_nondet_float()
#define unspool_nondet_f64() __VERIFIER_nondet_double()

