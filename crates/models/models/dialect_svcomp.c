/* The dialect of SV-COMP: __VERIFIER_* and reach_error.

   `assume` cuts the execution off; `error`, `assert` and reach_error violate "unreach-call" and then end the process.
   A program that defines one of these functions itself is taken at its word: its definition wins.
   The atomic_begin/atomic_end pair opens and closes a section in the *caller*; their bodies are the bare
   intrinsic, and they only make sense inlined. Functions named __VERIFIER_atomic_* are made atomic by the front end.

   Assumptions:
   - __VERIFIER_nondet_*: any value of the type; a pointer is any address, and using one that no object has is an error.
   - __VERIFIER_nondet_string: a string of at most 7 characters, in fresh memory.
   - __VERIFIER_assert: not one of SV-COMP's own functions, but many programs declare it; a failure ends the process. */

_Noreturn void __VERIFIER_error(void) {
    __unspool_assert(0, "unreach-call", "__VERIFIER_error is reached");
    __unspool_abort();
}

/* The call is the error, whatever body a program gives to it. */
void __unspool_entry_reach_error(void) { __unspool_assert(0, "unreach-call", "reach_error is reached"); }
void __unspool_entry___VERIFIER_error(void) { __unspool_assert(0, "unreach-call", "__VERIFIER_error is reached"); }

_Noreturn void reach_error(void) {
    __unspool_assert(0, "unreach-call", "reach_error is reached");
    __unspool_abort();
}

void __VERIFIER_assume(int condition) { __unspool_assume(condition != 0); }

void __VERIFIER_assert(int condition) {
    __unspool_assert(condition != 0, "unreach-call", "__VERIFIER_assert fails");
    if (!condition)
        __unspool_abort();
}

void __VERIFIER_atomic_begin(void) { __unspool_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __unspool_atomic_end(); }

_Bool __VERIFIER_nondet_bool(void) { return __unspool_nondet(_Bool); }
_Bool __VERIFIER_nondet__Bool(void) { return __unspool_nondet(_Bool); }
char __VERIFIER_nondet_char(void) { return __unspool_nondet(char); }
signed char __VERIFIER_nondet_schar(void) { return __unspool_nondet(signed char); }
unsigned char __VERIFIER_nondet_uchar(void) { return __unspool_nondet(unsigned char); }
unsigned char __VERIFIER_nondet_unsigned_char(void) { return __unspool_nondet(unsigned char); }
short __VERIFIER_nondet_short(void) { return __unspool_nondet(short); }
unsigned short __VERIFIER_nondet_ushort(void) { return __unspool_nondet(unsigned short); }
int __VERIFIER_nondet_int(void) { return __unspool_nondet(int); }
unsigned __VERIFIER_nondet_uint(void) { return __unspool_nondet(unsigned); }
unsigned __VERIFIER_nondet_unsigned(void) { return __unspool_nondet(unsigned); }
unsigned __VERIFIER_nondet_unsigned_int(void) { return __unspool_nondet(unsigned); }
long __VERIFIER_nondet_long(void) { return __unspool_nondet(long); }
unsigned long __VERIFIER_nondet_ulong(void) { return __unspool_nondet(unsigned long); }
long long __VERIFIER_nondet_longlong(void) { return __unspool_nondet(long long); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return __unspool_nondet(unsigned long long); }
float __VERIFIER_nondet_float(void) { return __unspool_nondet(float); }
double __VERIFIER_nondet_double(void) { return __unspool_nondet(double); }
void *__VERIFIER_nondet_pointer(void) { return __unspool_nondet(void *); }
char *__VERIFIER_nondet_charp(void) { return __unspool_nondet(char *); }
char *__VERIFIER_nondet_pchar(void) { return __unspool_nondet(char *); }
const char *__VERIFIER_nondet_const_char_pointer(void) { return __unspool_nondet(char *); }
size_t __VERIFIER_nondet_size_t(void) { return __unspool_nondet(size_t); }
size_t __VERIFIER_nondet_sizet(void) { return __unspool_nondet(size_t); }
ssize_t __VERIFIER_nondet_ssize_t(void) { return __unspool_nondet(ssize_t); }
long long __VERIFIER_nondet_loff_t(void) { return __unspool_nondet(long long); }
long __VERIFIER_nondet_time_t(void) { return __unspool_nondet(long); }
unsigned long __VERIFIER_nondet_sector_t(void) { return __unspool_nondet(unsigned long); }
unsigned long __VERIFIER_nondet_pthread_t(void) { return __unspool_nondet(unsigned long); }
signed char __VERIFIER_nondet_s8(void) { return __unspool_nondet(signed char); }
short __VERIFIER_nondet_s16(void) { return __unspool_nondet(short); }
int __VERIFIER_nondet_s32(void) { return __unspool_nondet(int); }
long long __VERIFIER_nondet_s64(void) { return __unspool_nondet(long long); }
unsigned char __VERIFIER_nondet_u8(void) { return __unspool_nondet(unsigned char); }
unsigned short __VERIFIER_nondet_u16(void) { return __unspool_nondet(unsigned short); }
unsigned __VERIFIER_nondet_u32(void) { return __unspool_nondet(unsigned); }
unsigned long long __VERIFIER_nondet_u64(void) { return __unspool_nondet(unsigned long long); }

void __VERIFIER_nondet_memory(void *memory, size_t size) { __unspool_any_bytes(memory, size); }

char *__VERIFIER_nondet_string(void) {
    char *text = __unspool_alloc(8);
    __unspool_any_bytes(text, 7);
    text[7] = 0;
    return text;
}
