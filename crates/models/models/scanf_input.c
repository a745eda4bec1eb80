/* <stdio.h>: scanning input: scanf, fscanf and their relatives.

   Input is any input, so what a conversion reads is any value: it is chosen directly, not read from chosen
   characters. Before each conversion it is chosen whether scanning stops there. If so, it is chosen whether the input
   has ended or does not match; only before the first item can a program tell (EOF or 0). A call is one atomic step,
   as the stream's lock is held.

   Assumptions:
   - %d and its relatives: any value of the type within the width. %f: any value, infinities and NaN included.
   - %s, %[ without a width: reported wherever such a conversion stores something, because a word of input may be longer
     than any buffer, as with gets; then it reads text that fits into the object it is stored to. With a width: any
     length up to it. (sscanf is exact: it knows its input.)
   - %n: any number from 0 to INT_MAX. %p and %m end the execution as unsupported. */

/* An integer of at most so many characters, by cutting it down. */
static long long within_width(long long value, int width, _Bool is_negative) {
    long long limit = 1;
    if (width == 0 || width > 18)
        return value;
    for (int i = is_negative; i < width; i++)
        limit *= 10;
    return value % limit;
}

static void draw_integer(struct __unspool_directive *directive, void *target) {
    unsigned long long value;
    switch (directive->modifier) {
    case as_char: value = __unspool_nondet(unsigned char); break;
    case as_short: value = __unspool_nondet(unsigned short); break;
    case as_long: value = __unspool_nondet(unsigned long); break;
    case as_long_long:
    case as_long_double: value = __unspool_nondet(unsigned long long); break;
    case as_size:
    case as_ptrdiff: value = __unspool_nondet(size_t); break;
    default: value = __unspool_nondet(unsigned); break;
    }
    if (directive->width != 0) {
        /* The sign is that of the type. */
        long long number = directive->modifier == as_int    ? (int)value
                           : directive->modifier == as_long ? (long)value
                                                            : (long long)value;
        if (directive->letter != 'd' && directive->letter != 'i' && number < 0)
            number = number & 0x7fffffffffffffffll;
        value = (unsigned long long)within_width(number, directive->width, number < 0);
    }
    __unspool_store_integer(target, directive->modifier, value);
}

static void draw_float(struct __unspool_directive *directive, void *target) {
    if (directive->modifier == as_long_double || directive->modifier == as_long_long)
        *(long double *)target = __unspool_nondet(double);
    else if (directive->modifier == as_long)
        *(double *)target = __unspool_nondet(double);
    else
        *(float *)target = __unspool_nondet(float);
}

/* Any byte that the conversion accepts: what it does not accept is replaced by something it does. */
static unsigned char draw_byte(struct __unspool_directive *directive) {
    unsigned char byte = __unspool_nondet(unsigned char);
    if (directive->letter == 's')
        return __unspool_is_white((char)byte) ? 'x' : byte;
    if (directive->letter == '[')
        for (int tried = 0; tried < 256 && !__unspool_is_in_set(directive, byte); tried++)
            byte++;
    return byte;
}

static void draw_characters(struct __unspool_directive *directive, void *target) {
    _Bool is_wide = directive->modifier == as_long;
    size_t element = is_wide ? sizeof(wchar_t) : 1;
    size_t length = directive->width == 0 ? 1 : (size_t)directive->width;
    if (directive->letter != 'c') {
        size_t longest = directive->width != 0 ? (size_t)directive->width : __unspool_object_size(target) / element;
        if (directive->width == 0 && longest > 0)
            longest--; /* the terminator */
        if (longest == 0)
            longest = 1;
        length = __unspool_nondet(size_t);
        if (length == 0 || length > longest)
            length = 1 + length % longest;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = draw_byte(directive);
        if (is_wide)
            ((wchar_t *)target)[i] = byte & 127;
        else
            ((unsigned char *)target)[i] = byte;
    }
    if (directive->letter != 'c' && is_wide)
        ((wchar_t *)target)[length] = 0;
    else if (directive->letter != 'c')
        ((char *)target)[length] = 0;
}

/* The function that the program has called, for messages. */
enum scanning_function { as_scanf, as_fscanf, as_vscanf, as_vfscanf };

/* No caller can make it safe, as any word of input may be longer than the buffer. */
static void report_missing_width(enum scanning_function function, char letter) {
    _Bool is_word = letter == 's';
    switch (function) {
    case as_scanf:
        __unspool_assert(!is_word, "memory-safety",
                         "scanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "memory-safety",
                         "scanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    case as_fscanf:
        __unspool_assert(!is_word, "memory-safety",
                         "fscanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "memory-safety",
                         "fscanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    case as_vscanf:
        __unspool_assert(!is_word, "memory-safety",
                         "vscanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "memory-safety",
                         "vscanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    case as_vfscanf:
        __unspool_assert(!is_word, "memory-safety",
                         "vfscanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "memory-safety",
                         "vfscanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    }
}

/* Inside an atomic section only. */
static int scan_any(struct __unspool_stream *stream, const char *format, __builtin_va_list arguments,
                    enum scanning_function function) {
    int stored = 0;
    while (*format) {
        struct __unspool_directive directive;
        if (*format != '%') {
            format++;
            continue;
        }
        if (!__unspool_parse_directive(&format, &directive))
            return stored;
        if (directive.letter == '%')
            continue;
        if (directive.letter == 'p' || directive.allocates)
            __unspool_unsupported("scanf of input with %p or %m");
        void *target = directive.suppressed ? 0 : __builtin_va_arg(arguments, void *);
        if (directive.letter == 'n') {
            if (target != 0)
                __unspool_store_integer(target, directive.modifier, __unspool_nondet(unsigned) & 2147483647u);
            continue;
        }
        if (!__unspool_may_read(stream))
            return stored == 0 ? -1 : stored;
        if (__unspool_nondet(_Bool)) {
            _Bool ends = __unspool_nondet(_Bool);
            if (ends)
                stream->at_end = 1;
            return ends && stored == 0 ? -1 : stored;
        }
        stream->pushed_back = 0;
        if (target == 0)
            continue;
        if ((directive.letter == 's' || directive.letter == '[') && directive.width == 0)
            report_missing_width(function, directive.letter);
        if (directive.letter == 's' || directive.letter == 'c' || directive.letter == '[')
            draw_characters(&directive, target);
        else if (directive.letter == 'f')
            draw_float(&directive, target);
        else
            draw_integer(&directive, target);
        stored++;
    }
    return stored;
}

/* The stream is looked up within the step: the standard ones are variables. */
static int scan_input(struct _IO_FILE **stream, const char *format, __builtin_va_list arguments,
                      enum scanning_function function) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    int result = scan_any(__unspool_stream_at(*stream), format, arguments, function);
    __unspool_atomic_end();
    return result;
}

int vfscanf(struct _IO_FILE *restrict stream, const char *restrict format, __builtin_va_list arguments) {
    return scan_input(&stream, format, arguments, as_vfscanf);
}

int vscanf(const char *restrict format, __builtin_va_list arguments) {
    return scan_input(&stdin, format, arguments, as_vscanf);
}

int fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stream, format, arguments, as_fscanf);
    __builtin_va_end(arguments);
    return result;
}

int scanf(const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stdin, format, arguments, as_scanf);
    __builtin_va_end(arguments);
    return result;
}

int __isoc99_vfscanf(struct _IO_FILE *restrict stream, const char *restrict format, __builtin_va_list arguments) {
    return scan_input(&stream, format, arguments, as_vfscanf);
}

int __isoc99_vscanf(const char *restrict format, __builtin_va_list arguments) {
    return scan_input(&stdin, format, arguments, as_vscanf);
}

int __isoc99_fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stream, format, arguments, as_fscanf);
    __builtin_va_end(arguments);
    return result;
}

int __isoc99_scanf(const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stdin, format, arguments, as_scanf);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_vfscanf(struct _IO_FILE *restrict stream, const char *restrict format, __builtin_va_list arguments) {
    return scan_input(&stream, format, arguments, as_vfscanf);
}

int __isoc23_vscanf(const char *restrict format, __builtin_va_list arguments) {
    return scan_input(&stdin, format, arguments, as_vscanf);
}

int __isoc23_fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stream, format, arguments, as_fscanf);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_scanf(const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stdin, format, arguments, as_scanf);
    __builtin_va_end(arguments);
    return result;
}
