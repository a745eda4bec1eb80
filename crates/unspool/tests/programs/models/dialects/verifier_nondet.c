/* __VERIFIER_nondet_T: any value of T */
#include <assert.h>
#include <stddef.h>
#include <sys/types.h>

_Bool __VERIFIER_nondet_bool(void);
_Bool __VERIFIER_nondet__Bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned char __VERIFIER_nondet_unsigned_char(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned __VERIFIER_nondet_unsigned(void);
unsigned __VERIFIER_nondet_unsigned_int(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
size_t __VERIFIER_nondet_sizet(void);
ssize_t __VERIFIER_nondet_ssize_t(void);
long long __VERIFIER_nondet_loff_t(void);
time_t __VERIFIER_nondet_time_t(void);
unsigned long __VERIFIER_nondet_sector_t(void);
unsigned long __VERIFIER_nondet_pthread_t(void);
signed char __VERIFIER_nondet_s8(void);
short __VERIFIER_nondet_s16(void);
int __VERIFIER_nondet_s32(void);
long long __VERIFIER_nondet_s64(void);
unsigned char __VERIFIER_nondet_u8(void);
unsigned short __VERIFIER_nondet_u16(void);
unsigned __VERIFIER_nondet_u32(void);
unsigned long long __VERIFIER_nondet_u64(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);
char *__VERIFIER_nondet_charp(void), *__VERIFIER_nondet_pchar(void);
const char *__VERIFIER_nondet_const_char_pointer(void);
void __VERIFIER_nondet_memory(void *, size_t);
char *__VERIFIER_nondet_string(void);

#if defined TRUTH_VALUES
int main(void) {
    assert(__VERIFIER_nondet_bool() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet__Bool() == 0); // UNSAFE: assertion failed
}
#elif defined CHARACTERS
int main(void) {
    assert(__VERIFIER_nondet_char() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_schar() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_uchar() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_unsigned_char() == 0); // UNSAFE: assertion failed
}
#elif defined SHORT
int main(void) {
    assert(__VERIFIER_nondet_short() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_ushort() == 0); // UNSAFE: assertion failed
}
#elif defined INT
int main(void) {
    assert(__VERIFIER_nondet_int() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_uint() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_unsigned() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_unsigned_int() == 0); // UNSAFE: assertion failed
}
#elif defined LONG
int main(void) {
    assert(__VERIFIER_nondet_long() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_ulong() == 0); // UNSAFE: assertion failed
}
#elif defined LONG_LONG
int main(void) {
    assert(__VERIFIER_nondet_longlong() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_ulonglong() == 0); // UNSAFE: assertion failed
}
#elif defined OF_POSIX
int main(void) {
    assert(__VERIFIER_nondet_size_t() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_sizet() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_ssize_t() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_loff_t() == 0); // UNSAFE: assertion failed
}
#elif defined OF_POSIX_TOO
int main(void) {
    assert(__VERIFIER_nondet_time_t() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_sector_t() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_pthread_t() == 0); // UNSAFE: assertion failed
}
#elif defined OF_THE_KERNEL_SIGNED
int main(void) {
    assert(__VERIFIER_nondet_s8() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_s16() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_s32() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_s64() == 0); // UNSAFE: assertion failed
}
#elif defined OF_THE_KERNEL
int main(void) {
    assert(__VERIFIER_nondet_u8() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_u16() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_u32() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_u64() == 0); // UNSAFE: assertion failed
}
#elif defined FLOATING
int main(void) {
    assert(__VERIFIER_nondet_float() != 1); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_double() != 1); // UNSAFE: assertion failed
}
#elif defined POINTERS
// WITH --domain=0,1,2,3
int main(void) {
    int which = __VERIFIER_nondet_int();
    if (which == 0)
        assert(__VERIFIER_nondet_pointer() != 0); // UNSAFE: assertion failed
    if (which == 1)
        assert(__VERIFIER_nondet_charp() != 0); // UNSAFE: assertion failed
    if (which == 2)
        assert(__VERIFIER_nondet_pchar() != 0); // UNSAFE: assertion failed
    if (which == 3)
        assert(__VERIFIER_nondet_const_char_pointer() != 0); // UNSAFE: assertion failed
}
#elif defined A_POINTER_TO_NOTHING
int main(void) {
    char *p = __VERIFIER_nondet_pointer();
    if (p != 0)
        *p = 1; // UNSAFE: a pointer to no object
    *p = 1; // UNSAFE: null pointer
}
#elif defined ONLY_OF_ITS_TYPE
// WITH --domain=-1,0,1,300
int main(void) {
    assert(__VERIFIER_nondet_uchar() < 256 && __VERIFIER_nondet_bool() < 2); // SAFE
}
#elif defined MEMORY
// WITH --domain=0,5
int main(void) {
    int x = 1;
    char bytes[3] = {9, 9, 9};
    __VERIFIER_nondet_memory(&x, sizeof x);
    assert(x == 0); // UNSAFE: assertion failed
    __VERIFIER_nondet_memory(bytes + 1, 2);
    assert(bytes[0] == 9);
    assert(bytes[1] == 0); // UNSAFE: assertion failed
    __VERIFIER_nondet_memory(bytes, 4); // UNSAFE: out of bounds
}
#elif defined STRING
int main(void) {
    char *text = __VERIFIER_nondet_string();
    int length = 0;
    while (text[length])
        length++;
    assert(length <= 7); // SAFE
}
#endif
