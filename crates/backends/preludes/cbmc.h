/* CBMC, by its own words. What a compiler gets that is not CBMC are declarations only, so that it can say what is wrong with the rest.

   CBMC's own notion of a valid access cannot be assumed, only asserted: of all objects that were freed it remembers one, chosen
   without saying which, and an assumption would let it choose another. So bounds are those of the object itself, which are exact, and
   freed objects are marked here. */
#ifndef __CPROVER__
void __CPROVER_assume(_Bool condition);
void __CPROVER_assert(_Bool condition, const char *text);
void *__CPROVER_allocate(__SIZE_TYPE__ size, _Bool zeroed);
_Bool __CPROVER_r_ok(const void *pointer, __SIZE_TYPE__ size);
_Bool __CPROVER_w_ok(const void *pointer, __SIZE_TYPE__ size);
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *pointer);
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *pointer);
__SIZE_TYPE__ __CPROVER_POINTER_OFFSET(const void *pointer);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *pointer);
#define UNSPOOL_COUNTER(bits, type) type
extern _Bool unspool_freed[];
#else
#define UNSPOOL_COUNTER(bits, type) unsigned __CPROVER_bitvector[bits]
/* By number of the object. */
_Bool unspool_freed[__CPROVER_constant_infinity_uint];
#endif

#define unspool_assume(c) __CPROVER_assume(c)
#define unspool_assert(c, text) (__CPROVER_assert((c), text), __CPROVER_assume(c))

#define unspool_is_live(p) (!unspool_freed[__CPROVER_POINTER_OBJECT(p)])
#define unspool_is_inside(p, n)                                            \
    ((__SIZE_TYPE__)__CPROVER_POINTER_OFFSET(p) <= __CPROVER_OBJECT_SIZE(p) \
     && (n) <= __CPROVER_OBJECT_SIZE(p) - (__SIZE_TYPE__)__CPROVER_POINTER_OFFSET(p))
#define unspool_readable(p, n) \
    __CPROVER_assume(__CPROVER_r_ok((p), (n)) && unspool_is_inside((p), (n)) && unspool_is_live(p))
#define unspool_writable(p, n) \
    __CPROVER_assume(__CPROVER_w_ok((p), (n)) && unspool_is_inside((p), (n)) && unspool_is_live(p))

#define unspool_alloc(size, align) __CPROVER_allocate((size), 0)
#define unspool_object_size(p) __CPROVER_OBJECT_SIZE(p)
#define unspool_free(p)                                                                     \
    (__CPROVER_assume((p) == 0                                                              \
                      || (__CPROVER_DYNAMIC_OBJECT(p) && __CPROVER_POINTER_OFFSET(p) == 0   \
                          && unspool_is_live(p))),                                          \
     unspool_freed[__CPROVER_POINTER_OBJECT(p)] = (p) != 0)

/* CBMC takes functions whose names begin like this for inputs. */
_Bool nondet_unspool_bool(void);
signed char nondet_unspool_i8(void);
unsigned char nondet_unspool_u8(void);
short nondet_unspool_i16(void);
unsigned short nondet_unspool_u16(void);
int nondet_unspool_i32(void);
unsigned nondet_unspool_u32(void);
long long nondet_unspool_i64(void);
unsigned long long nondet_unspool_u64(void);
float nondet_unspool_f32(void);
double nondet_unspool_f64(void);
long double nondet_unspool_f80(void);
void *nondet_unspool_pointer(void);
#define unspool_nondet_bool() nondet_unspool_bool()
#define unspool_nondet_i8() nondet_unspool_i8()
#define unspool_nondet_u8() nondet_unspool_u8()
#define unspool_nondet_i16() nondet_unspool_i16()
#define unspool_nondet_u16() nondet_unspool_u16()
#define unspool_nondet_i32() nondet_unspool_i32()
#define unspool_nondet_u32() nondet_unspool_u32()
#define unspool_nondet_i64() nondet_unspool_i64()
#define unspool_nondet_u64() nondet_unspool_u64()
#define unspool_nondet_f32() nondet_unspool_f32()
#define unspool_nondet_f64() nondet_unspool_f64()
#define unspool_nondet_f80() nondet_unspool_f80()
#define unspool_nondet_pointer() nondet_unspool_pointer()
#ifdef __SIZEOF_INT128__
__int128 nondet_unspool_i128(void);
unsigned __int128 nondet_unspool_u128(void);
#define unspool_nondet_i128() nondet_unspool_i128()
#define unspool_nondet_u128() nondet_unspool_u128()
#endif
#ifdef __SIZEOF_FLOAT128__
__float128 nondet_unspool_f128(void);
#define unspool_nondet_f128() nondet_unspool_f128()
#endif
#ifdef __FLT16_MAX__
_Float16 nondet_unspool_f16(void);
#define unspool_nondet_f16() nondet_unspool_f16()
#endif
