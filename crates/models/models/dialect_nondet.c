/* The dialect of CBMC and ESBMC: functions named nondet_T, which programs declare and never define.

   Any value of T. Both tools take a function without a body to return anything, whatever its name; here only the
   customary names do, and a definition in the program wins. */

_Bool nondet_bool(void) { return __unspool_nondet(_Bool); }
_Bool nondet__Bool(void) { return __unspool_nondet(_Bool); }
_Bool nondet_Bool(void) { return __unspool_nondet(_Bool); }
char nondet_char(void) { return __unspool_nondet(char); }
signed char nondet_schar(void) { return __unspool_nondet(signed char); }
signed char nondet_signed_char(void) { return __unspool_nondet(signed char); }
unsigned char nondet_uchar(void) { return __unspool_nondet(unsigned char); }
unsigned char nondet_unsigned_char(void) { return __unspool_nondet(unsigned char); }
short nondet_short(void) { return __unspool_nondet(short); }
unsigned short nondet_ushort(void) { return __unspool_nondet(unsigned short); }
unsigned short nondet_unsigned_short(void) { return __unspool_nondet(unsigned short); }
int nondet_int(void) { return __unspool_nondet(int); }
int nondet_signed_int(void) { return __unspool_nondet(int); }
int nondet(void) { return __unspool_nondet(int); }
unsigned nondet_uint(void) { return __unspool_nondet(unsigned); }
unsigned nondet_unsigned(void) { return __unspool_nondet(unsigned); }
unsigned nondet_unsigned_int(void) { return __unspool_nondet(unsigned); }
long nondet_long(void) { return __unspool_nondet(long); }
unsigned long nondet_ulong(void) { return __unspool_nondet(unsigned long); }
unsigned long nondet_unsigned_long(void) { return __unspool_nondet(unsigned long); }
long long nondet_longlong(void) { return __unspool_nondet(long long); }
long long nondet_long_long(void) { return __unspool_nondet(long long); }
unsigned long long nondet_ulonglong(void) { return __unspool_nondet(unsigned long long); }
unsigned long long nondet_unsigned_long_long(void) { return __unspool_nondet(unsigned long long); }
float nondet_float(void) { return __unspool_nondet(float); }
double nondet_double(void) { return __unspool_nondet(double); }
void *nondet_ptr(void) { return __unspool_nondet(void *); }
void *nondet_pointer(void) { return __unspool_nondet(void *); }
void *nondet_voidp(void) { return __unspool_nondet(void *); }
size_t nondet_size_t(void) { return __unspool_nondet(size_t); }
ssize_t nondet_ssize_t(void) { return __unspool_nondet(ssize_t); }
signed char nondet_int8_t(void) { return __unspool_nondet(signed char); }
short nondet_int16_t(void) { return __unspool_nondet(short); }
int nondet_int32_t(void) { return __unspool_nondet(int); }
long long nondet_int64_t(void) { return __unspool_nondet(long long); }
unsigned char nondet_uint8_t(void) { return __unspool_nondet(unsigned char); }
unsigned short nondet_uint16_t(void) { return __unspool_nondet(unsigned short); }
unsigned nondet_uint32_t(void) { return __unspool_nondet(unsigned); }
unsigned long long nondet_uint64_t(void) { return __unspool_nondet(unsigned long long); }
unsigned char nondet_u8(void) { return __unspool_nondet(unsigned char); }
unsigned short nondet_u16(void) { return __unspool_nondet(unsigned short); }
unsigned nondet_u32(void) { return __unspool_nondet(unsigned); }
unsigned long long nondet_u64(void) { return __unspool_nondet(unsigned long long); }
