/* Eva of Frama-C, by contracts (ACSL): a violation is a call whose precondition does not hold, an input is whatever a function without
   a body returns. */
/*@ assigns \nothing; ensures \false; */
extern void unspool_not_considered(void) __attribute__((__noreturn__));
/*@ requires holds: condition != 0; assigns \nothing; */
extern void unspool_must_hold(int condition, const char *text);
#define unspool_assume(c) ((c) ? (void)0 : unspool_not_considered())
#define unspool_assert(c, text) (unspool_must_hold((c) != 0, text), unspool_assume(c))
/*@ assigns \result \from \nothing; */
extern _Bool unspool_any_bool(void);
/*@ assigns \result \from \nothing; */
extern signed char unspool_any_i8(void);
/*@ assigns \result \from \nothing; */
extern unsigned char unspool_any_u8(void);
/*@ assigns \result \from \nothing; */
extern short unspool_any_i16(void);
/*@ assigns \result \from \nothing; */
extern unsigned short unspool_any_u16(void);
/*@ assigns \result \from \nothing; */
extern int unspool_any_i32(void);
/*@ assigns \result \from \nothing; */
extern unsigned unspool_any_u32(void);
/*@ assigns \result \from \nothing; */
extern long long unspool_any_i64(void);
/*@ assigns \result \from \nothing; */
extern unsigned long long unspool_any_u64(void);
/*@ assigns \result \from \nothing; */
extern float unspool_any_f32(void);
/*@ assigns \result \from \nothing; */
extern double unspool_any_f64(void);
#define unspool_nondet_bool() unspool_any_bool()
#define unspool_nondet_i8() unspool_any_i8()
#define unspool_nondet_u8() unspool_any_u8()
#define unspool_nondet_i16() unspool_any_i16()
#define unspool_nondet_u16() unspool_any_u16()
#define unspool_nondet_i32() unspool_any_i32()
#define unspool_nondet_u32() unspool_any_u32()
#define unspool_nondet_i64() unspool_any_i64()
#define unspool_nondet_u64() unspool_any_u64()
#define unspool_nondet_f32() unspool_any_f32()
#define unspool_nondet_f64() unspool_any_f64()
