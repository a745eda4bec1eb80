/* What every model file sees before its own text.

   The models are parsed without a preprocessor, in whichever data model the user's program has, so
   the types whose width depends on it come from the front end (`__unspool_size_t` and so on) and
   get their usual names here. Functions that one model file defines and another calls are
   declared here once; whatever only one file needs stays in that file. */

typedef __unspool_size_t size_t;
typedef __unspool_ssize_t ssize_t;
typedef __unspool_ptrdiff_t ptrdiff_t;
typedef __unspool_uintptr_t uintptr_t;
typedef __unspool_wchar_t wchar_t;

/* Where formatted bytes go: to the descriptor if it is not negative, else into the buffer as far as
   `capacity` reaches. `length` counts all bytes, stored or not, as snprintf's result does. */
struct __unspool_sink {
    int descriptor;
    char *buffer;
    size_t capacity;
    size_t length;
};

/* One conversion specification, parsed. */
struct __unspool_conversion {
    _Bool left;
    _Bool plus;
    _Bool space;
    _Bool alternate;
    _Bool zero;
    _Bool upper;
    int width;
    int precision; /* negative: none given */
    char letter;   /* lower case for the conversions that have two cases */
};

/* printf_core.c, printf_float.c */
int __unspool_format(struct __unspool_sink *sink, const char *format, __builtin_va_list arguments);
void __unspool_put(struct __unspool_sink *sink, int byte);
void __unspool_put_repeated(struct __unspool_sink *sink, int byte, long count);
void __unspool_put_float(struct __unspool_sink *sink, struct __unspool_conversion *conversion, long double value);
void __unspool_put_hex_float(struct __unspool_sink *sink, struct __unspool_conversion *conversion,
                             long double value, _Bool is_long);

/* streams.c */
struct _IO_FILE;
int __unspool_descriptor_of(struct _IO_FILE *stream);

/* errno.c */
int *__errno_location(void);

/* string_*.c */
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
char *strerror(int number);

/* allocation.c */
void *malloc(size_t size);
void free(void *pointer);

/* process_end.c */
_Noreturn void exit(int status);

/* math_scaling.c */
long double ldexpl(long double number, int exponent);

/* The bits of floating-point numbers: IEEE binary32 and binary64, and the x87 `long double`. */
union float_bits { float value; unsigned bits; };
union double_bits { double value; unsigned long long bits; };
union long_double_bits {
    long double value;
    struct { unsigned long long significand; unsigned short sign_and_exponent; } parts;
};
