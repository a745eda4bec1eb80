/* nondet_T, as programs for CBMC and ESBMC declare and never define it: any value of T */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#if !defined NOT_EVEN_DECLARED
_Bool nondet_bool();
_Bool nondet__Bool();
_Bool nondet_Bool();
char nondet_char();
signed char nondet_schar();
signed char nondet_signed_char();
unsigned char nondet_uchar();
unsigned char nondet_unsigned_char();
short nondet_short();
unsigned short nondet_ushort();
unsigned short nondet_unsigned_short();
int nondet_int();
int nondet_signed_int();
unsigned nondet_uint();
unsigned nondet_unsigned();
unsigned nondet_unsigned_int();
long nondet_long();
unsigned long nondet_ulong();
unsigned long nondet_unsigned_long();
long long nondet_longlong();
long long nondet_long_long();
unsigned long long nondet_ulonglong();
unsigned long long nondet_unsigned_long_long();
float nondet_float();
double nondet_double();
void *nondet_ptr();
void *nondet_pointer();
void *nondet_voidp();
size_t nondet_size_t();
ssize_t nondet_ssize_t();
int8_t nondet_int8_t();
int16_t nondet_int16_t();
int32_t nondet_int32_t();
int64_t nondet_int64_t();
uint8_t nondet_uint8_t();
uint16_t nondet_uint16_t();
uint32_t nondet_uint32_t();
uint64_t nondet_uint64_t();
uint8_t nondet_u8();
uint16_t nondet_u16();
uint32_t nondet_u32();
uint64_t nondet_u64();
int nondet();
#endif

#if defined TRUTH_VALUES
int main(void) {
    assert(nondet_bool() == 0); // UNSAFE: assertion failed
    assert(nondet__Bool() == 0); // UNSAFE: assertion failed
    assert(nondet_Bool() == 0); // UNSAFE: assertion failed
}
#elif defined CHARACTERS
int main(void) {
    assert(nondet_char() == 0); // UNSAFE: assertion failed
    assert(nondet_schar() == 0); // UNSAFE: assertion failed
    assert(nondet_signed_char() == 0); // UNSAFE: assertion failed
    assert(nondet_uchar() == 0); // UNSAFE: assertion failed
    assert(nondet_unsigned_char() == 0); // UNSAFE: assertion failed
}
#elif defined SHORT
int main(void) {
    assert(nondet_short() == 0); // UNSAFE: assertion failed
    assert(nondet_ushort() == 0); // UNSAFE: assertion failed
    assert(nondet_unsigned_short() == 0); // UNSAFE: assertion failed
}
#elif defined INT
int main(void) {
    assert(nondet_int() == 0); // UNSAFE: assertion failed
    assert(nondet_signed_int() == 0); // UNSAFE: assertion failed
    assert(nondet_uint() == 0); // UNSAFE: assertion failed
    assert(nondet_unsigned() == 0); // UNSAFE: assertion failed
    assert(nondet_unsigned_int() == 0); // UNSAFE: assertion failed
}
#elif defined LONG
int main(void) {
    assert(nondet_long() == 0); // UNSAFE: assertion failed
    assert(nondet_ulong() == 0); // UNSAFE: assertion failed
    assert(nondet_unsigned_long() == 0); // UNSAFE: assertion failed
}
#elif defined LONG_LONG
int main(void) {
    assert(nondet_longlong() == 0); // UNSAFE: assertion failed
    assert(nondet_long_long() == 0); // UNSAFE: assertion failed
    assert(nondet_ulonglong() == 0); // UNSAFE: assertion failed
    assert(nondet_unsigned_long_long() == 0); // UNSAFE: assertion failed
}
#elif defined FLOATING
int main(void) {
    assert(nondet_float() == 0); // UNSAFE: assertion failed
    assert(nondet_double() == 0); // UNSAFE: assertion failed
}
#elif defined POINTERS
// WITH --domain=0,1,2
int main(void) {
    int which = nondet_int();
    if (which == 0)
        assert(nondet_ptr() != 0); // UNSAFE: assertion failed
    if (which == 1)
        assert(nondet_pointer() != 0); // UNSAFE: assertion failed
    if (which == 2)
        assert(nondet_voidp() != 0); // UNSAFE: assertion failed
}
#elif defined SIZES
int main(void) {
    assert(nondet_size_t() == 0); // UNSAFE: assertion failed
    assert(nondet_ssize_t() == 0); // UNSAFE: assertion failed
}
#elif defined OF_STDINT
int main(void) {
    assert(nondet_int8_t() == 0); // UNSAFE: assertion failed
    assert(nondet_int16_t() == 0); // UNSAFE: assertion failed
    assert(nondet_int32_t() == 0); // UNSAFE: assertion failed
    assert(nondet_int64_t() == 0); // UNSAFE: assertion failed
}
#elif defined OF_STDINT_UNSIGNED
int main(void) {
    assert(nondet_uint8_t() == 0); // UNSAFE: assertion failed
    assert(nondet_uint16_t() == 0); // UNSAFE: assertion failed
    assert(nondet_uint32_t() == 0); // UNSAFE: assertion failed
    assert(nondet_uint64_t() == 0); // UNSAFE: assertion failed
}
#elif defined OF_THE_KERNEL
int main(void) {
    assert(nondet_u8() == 0); // UNSAFE: assertion failed
    assert(nondet_u16() == 0); // UNSAFE: assertion failed
    assert(nondet_u32() == 0); // UNSAFE: assertion failed
    assert(nondet_u64() == 0); // UNSAFE: assertion failed
}
#elif defined WITHOUT_A_TYPE
int main(void) {
    assert(nondet() == 0); // UNSAFE: assertion failed
}
#elif defined NOT_EVEN_DECLARED
int main(void) {
    unsigned char x = (unsigned char)nondet_unsigned_char();
    assert(x < 2); // SAFE
}
#elif defined DEFINED_BY_THE_PROGRAM
int nondet_int() { return 7; }
int main(void) {
    assert(nondet_int() == 7); // SAFE
}
#endif
