#define unspool_assume(c) __CPROVER_assume(c)
#define unspool_assert(c, text) (__CPROVER_assert((c), text), __CPROVER_assume(c))
unsigned char nondet_u8(void);
int nondet_i32(void);
#define unspool_nondet_u8() nondet_u8()
#define unspool_nondet_i32() nondet_i32()
