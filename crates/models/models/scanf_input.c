/* <stdio.h>: scanning input: scanf, fscanf and their relatives.

   Input is any input, so what a conversion reads is any value: it is chosen directly, not read from chosen
   characters. For each conversion it is chosen whether scanning stops there. If so, it is chosen whether the input
   has ended or does not match; only before the first item can a program tell (EOF or 0).

   How far a call comes is decided in one atomic step, as the stream's lock is held. Then the values are stored one by
   one: C11 7.21.2 has the lock protect the stream, not the objects of the program.

   Assumptions:
   - %d and its relatives: any value of the type within the width. %f: any value, infinities and NaN included.
   - %s, %[ without a width: reported wherever such a conversion stores something, because a word of input may be longer
     than any buffer, as with gets; then the word is empty. With a width: any length up to it. (sscanf is exact: it
     knows its input.)
   - %n: any number from 0 to INT_MAX. %p and %m end the execution as unsupported. */

/* base to the power of `digits`; 0 if that is more than any number has. */
static unsigned long long numbers_of(unsigned base, int digits) {
    unsigned long long count = 1;
    for (; digits > 0; digits--) {
        if (count > ~0ull / base)
            return 0;
        count *= base;
    }
    return count;
}

/* How many numbers have at most so many characters, a sign not being among them; 0 for all. %i takes decimal digits or,
   behind "0x", hexadecimal ones, which reach further from 12 characters on. */
static unsigned long long numbers_within(char letter, int width) {
    switch (letter) {
    case 'o': return numbers_of(8, width);
    case 'x': return numbers_of(16, width);
    case 'b': return numbers_of(2, width);
    case 'i': return width < 12 ? numbers_of(10, width) : numbers_of(16, width - 2);
    default: return numbers_of(10, width);
    }
}

/* A number that so many characters can spell, by cutting it down; `number` is the same with the sign of its type. The
   minus is a character too, and %u, %o and %x read it as well. */
static unsigned long long within_width(unsigned long long value, long long number, char letter, int width) {
    unsigned long long positive = numbers_within(letter, width);
    if (positive == 0 || value < positive)
        return value;
    if (number >= 0)
        return value % positive;
    unsigned long long negative = numbers_within(letter, width - 1);
    return 0 - (0 - (unsigned long long)number) % negative;
}

static void draw_integer(struct __unspool_directive *directive, void *target) {
    unsigned long long value;
    long long number;
    switch (directive->modifier) {
    case as_char:
        value = __unspool_nondet(unsigned char);
        number = (signed char)value;
        break;
    case as_short:
        value = __unspool_nondet(unsigned short);
        number = (short)value;
        break;
    case as_long:
        value = __unspool_nondet(unsigned long);
        number = (long)value;
        break;
    case as_long_long:
    case as_long_double:
        value = __unspool_nondet(unsigned long long);
        number = (long long)value;
        break;
    case as_size:
    case as_ptrdiff:
        value = __unspool_nondet(size_t);
        number = (ssize_t)value;
        break;
    default:
        value = __unspool_nondet(unsigned);
        number = (int)value;
        break;
    }
    if (directive->width != 0)
        value = within_width(value, number, directive->letter, directive->width);
    __unspool_store_integer(target, directive->modifier, value);
}

static void draw_float(struct __unspool_directive *directive, void *target) {
    if (directive->modifier == as_long_double || directive->modifier == as_long_long)
        *(long double *)target = __unspool_nondet(long double);
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

/* A word without a width has been reported, and is empty. */
static void draw_characters(struct __unspool_directive *directive, void *target) {
    _Bool is_wide = directive->modifier == as_long;
    _Bool is_word = directive->letter != 'c';
    size_t width = (size_t)directive->width;
    size_t length = width;
    if (!is_word && width == 0)
        length = 1;
    if (is_word && width != 0) {
        length = __unspool_nondet(size_t);
        if (length == 0 || length > width)
            length = 1 + length % width;
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = draw_byte(directive);
        if (is_wide)
            ((wchar_t *)target)[i] = byte & 127;
        else
            ((unsigned char *)target)[i] = byte;
    }
    if (is_word && is_wide)
        ((wchar_t *)target)[length] = 0;
    else if (is_word)
        ((char *)target)[length] = 0;
}

/* The function that the program has called, for messages. */
enum scanning_function { as_scanf, as_fscanf, as_vscanf, as_vfscanf };

/* No caller can make it safe, as any word of input may be longer than the buffer. */
static void report_missing_width(enum scanning_function function, char letter) {
    _Bool is_word = letter == 's';
    switch (function) {
    case as_scanf:
        __unspool_assert(!is_word, "valid-memsafety",
                         "scanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "valid-memsafety",
                         "scanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    case as_fscanf:
        __unspool_assert(!is_word, "valid-memsafety",
                         "fscanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "valid-memsafety",
                         "fscanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    case as_vscanf:
        __unspool_assert(!is_word, "valid-memsafety",
                         "vscanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "valid-memsafety",
                         "vscanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    case as_vfscanf:
        __unspool_assert(!is_word, "valid-memsafety",
                         "vfscanf with %s and no width: a word of input may be longer than the buffer (buffer overflow)");
        __unspool_assert(is_word, "valid-memsafety",
                         "vfscanf with %[ and no width: input may be longer than the buffer (buffer overflow)");
        break;
    }
}

/* The next conversion specification of the format; false behind the last, or where one is unknown. */
static _Bool next_directive(const char **format, struct __unspool_directive *directive) {
    while (**format != 0) {
        if (**format != '%')
            ++*format;
        else if (!__unspool_parse_directive(format, directive))
            return 0;
        else if (directive->letter != '%')
            return 1;
    }
    return 0;
}

/* How many conversions of the format read input. */
static int reading_conversions(const char *format) {
    struct __unspool_directive directive;
    int count = 0;
    while (next_directive(&format, &directive))
        count += directive.letter != 'n';
    return count;
}

/* How far a call comes: how many conversions find input that matches, and whether the input ends there. */
struct scan_extent {
    int matched;
    _Bool ends;
};

/* Inside an atomic section only. */
static struct scan_extent draw_extent(struct __unspool_stream *stream, int conversions) {
    struct scan_extent extent = {0, 0};
    if (conversions > 0 && !__unspool_may_read(stream)) {
        extent.ends = 1;
        return extent;
    }
    while (extent.matched < conversions && !__unspool_nondet(_Bool))
        extent.matched++;
    extent.ends = extent.matched < conversions && __unspool_nondet(_Bool);
    if (extent.ends)
        stream->at_end = 1;
    if (extent.ends || extent.matched > 0)
        stream->pushed_back = 0;
    return extent;
}

/* Stores what the conversions that matched have read, anything. Returns how many are stored. */
static int store_items(const char *format, __builtin_va_list arguments, int matched, enum scanning_function function) {
    struct __unspool_directive directive;
    int stored = 0;
    while (next_directive(&format, &directive)) {
        char letter = directive.letter;
        if (letter != 'n' && matched-- == 0)
            break;
        if (letter == 'p' || directive.allocates)
            __unspool_unsupported("scanf of input with %p or %m");
        if (directive.suppressed)
            continue;
        void *target = __builtin_va_arg(arguments, void *);
        if (letter == 'n') {
            __unspool_store_integer(target, directive.modifier, __unspool_nondet(unsigned) & 2147483647u);
            continue;
        }
        if ((letter == 's' || letter == '[') && directive.width == 0)
            report_missing_width(function, letter);
        if (letter == 's' || letter == 'c' || letter == '[')
            draw_characters(&directive, target);
        else if (letter == 'f')
            draw_float(&directive, target);
        else
            draw_integer(&directive, target);
        stored++;
    }
    return stored;
}

/* The stream is looked up within the step: the standard ones are variables. The format is read in it too, so that looking
   through it is no step of its own; behind it a copy serves. */
static int scan_input(struct _IO_FILE **stream, const char *format, __builtin_va_list arguments,
                      enum scanning_function function) {
    __unspool_optional_cancellation_point();
    __unspool_atomic_begin();
    struct __unspool_stream *found = __unspool_stream_at(*stream);
    size_t size = strlen(format) + 1;
    char *own_format = memcpy(__unspool_alloc(size), format, size);
    struct scan_extent extent = draw_extent(found, reading_conversions(own_format));
    __unspool_atomic_end();
    int stored = store_items(own_format, arguments, extent.matched, function);
    __unspool_free(own_format);
    return extent.ends && stored == 0 ? -1 : stored;
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

/* The names that the header redirects to, by the version of C. Those with arguments of their own do not go through the
   forms with a list, because a message names what the program has called. */

int __isoc99_vfscanf(struct _IO_FILE *restrict stream, const char *restrict format, __builtin_va_list arguments) {
    return vfscanf(stream, format, arguments);
}

int __isoc23_vfscanf(struct _IO_FILE *restrict stream, const char *restrict format, __builtin_va_list arguments) {
    return vfscanf(stream, format, arguments);
}

int __isoc99_vscanf(const char *restrict format, __builtin_va_list arguments) { return vscanf(format, arguments); }
int __isoc23_vscanf(const char *restrict format, __builtin_va_list arguments) { return vscanf(format, arguments); }

int __isoc99_fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stream, format, arguments, as_fscanf);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
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

int __isoc23_scanf(const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = scan_input(&stdin, format, arguments, as_scanf);
    __builtin_va_end(arguments);
    return result;
}
