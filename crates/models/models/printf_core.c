/* The formatting engine behind the whole printf family.

   Modelled: the conversions d i u o x X b c C s S p n m % and f F e E g G a A (printf_float.c); the flags - + space #
   0, and ' and I, which mean nothing in the C locale; width and precision, as digits or as *; the length modifiers hh
   h l ll j z t L q; positions (%2$d); %ls and %lc for wide characters below 128 (others end the output with -1, as
   glibc does in the C locale). An unknown conversion is printed as it stands, which is what glibc does.

   The result is the exact number of bytes; a total above INT_MAX gives -1. */

void __unspool_put(struct __unspool_sink *sink, int byte) {
    if (sink->descriptor >= 0)
        __unspool_output(sink->descriptor, byte & 255);
    else if (sink->length < sink->capacity)
        sink->buffer[sink->length] = (char)byte;
    sink->length++;
}

void __unspool_put_repeated(struct __unspool_sink *sink, int byte, long count) {
    for (; count > 0; count--)
        __unspool_put(sink, byte);
}

static void put_text(struct __unspool_sink *sink, struct __unspool_conversion *conversion, const char *text, long length) {
    if (!conversion->left)
        __unspool_put_repeated(sink, ' ', conversion->width - length);
    for (long i = 0; i < length; i++)
        __unspool_put(sink, text[i]);
    if (conversion->left)
        __unspool_put_repeated(sink, ' ', conversion->width - length);
}

/* An integer given as magnitude and sign. `prefix` is "", "-", "0x", ... and is counted into the width. */
static void put_integer(struct __unspool_sink *sink, struct __unspool_conversion *conversion, unsigned long long magnitude,
                        unsigned base, const char *prefix) {
    char digits[64];
    long count = 0;
    long prefix_length = 0;
    long zeros = 0;
    for (unsigned long long rest = magnitude; rest != 0; rest /= base) {
        unsigned digit = (unsigned)(rest % base);
        digits[count++] = (char)(digit < 10 ? '0' + digit : (conversion->upper ? 'A' : 'a') + digit - 10);
    }
    while (prefix[prefix_length])
        prefix_length++;
    /* Without a precision at least one digit appears; with precision 0, the value 0 has no digits. */
    if (conversion->precision < 0) {
        zeros = count == 0;
        if (conversion->zero && !conversion->left && conversion->width > prefix_length + count + zeros)
            zeros = conversion->width - prefix_length - count;
    } else if (conversion->precision > count) {
        zeros = conversion->precision - count;
    }
    if (base == 8 && conversion->alternate && zeros == 0)
        zeros = 1;
    long total = prefix_length + zeros + count;
    if (!conversion->left)
        __unspool_put_repeated(sink, ' ', conversion->width - total);
    for (long i = 0; i < prefix_length; i++)
        __unspool_put(sink, prefix[i]);
    __unspool_put_repeated(sink, '0', zeros);
    while (count > 0)
        __unspool_put(sink, digits[--count]);
    if (conversion->left)
        __unspool_put_repeated(sink, ' ', conversion->width - total);
}

/* False where a character has no single-byte form in the C locale. */
static _Bool put_wide_text(struct __unspool_sink *sink, struct __unspool_conversion *conversion, const wchar_t *text) {
    long length = 0;
    while ((conversion->precision < 0 || length < conversion->precision) && text[length]) {
        if ((unsigned long)text[length] > 127)
            return 0;
        length++;
    }
    if (!conversion->left)
        __unspool_put_repeated(sink, ' ', conversion->width - length);
    for (long i = 0; i < length; i++)
        __unspool_put(sink, (int)text[i]);
    if (conversion->left)
        __unspool_put_repeated(sink, ' ', conversion->width - length);
    return 1;
}

/* One conversion; false if it makes the whole call fail. It stands in the format from `start` to `end`. */
static _Bool put_conversion(struct __unspool_sink *sink, struct __unspool_conversion *conversion,
                            struct __unspool_arguments *arguments, const char *start, const char *end) {
    char letter = conversion->letter;
    switch (conversion->letter) {
    case '%':
        __unspool_put(sink, '%');
        break;
    case 'd':
    case 'i': {
        long long value;
        switch (conversion->modifier) {
        case as_char: value = (signed char)__builtin_va_arg(arguments->left, int); break;
        case as_short: value = (short)__builtin_va_arg(arguments->left, int); break;
        case as_long: value = __builtin_va_arg(arguments->left, long); break;
        case as_long_long:
        case as_long_double: value = __builtin_va_arg(arguments->left, long long); break;
        case as_size: value = __builtin_va_arg(arguments->left, ssize_t); break;
        case as_ptrdiff: value = __builtin_va_arg(arguments->left, ptrdiff_t); break;
        default: value = __builtin_va_arg(arguments->left, int); break;
        }
        unsigned long long magnitude = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
        put_integer(sink, conversion, magnitude, 10,
                    value < 0 ? "-" : conversion->plus ? "+" : conversion->space ? " " : "");
        break;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b': {
        unsigned long long value;
        switch (conversion->modifier) {
        case as_char: value = (unsigned char)__builtin_va_arg(arguments->left, int); break;
        case as_short: value = (unsigned short)__builtin_va_arg(arguments->left, int); break;
        case as_long: value = __builtin_va_arg(arguments->left, unsigned long); break;
        case as_long_long:
        case as_long_double: value = __builtin_va_arg(arguments->left, unsigned long long); break;
        case as_size: value = __builtin_va_arg(arguments->left, size_t); break;
        case as_ptrdiff: value = (size_t)__builtin_va_arg(arguments->left, ptrdiff_t); break;
        default: value = __builtin_va_arg(arguments->left, unsigned); break;
        }
        conversion->upper = letter == 'X';
        _Bool prefixed = conversion->alternate && value != 0;
        if (letter == 'u')
            put_integer(sink, conversion, value, 10, "");
        else if (letter == 'o')
            put_integer(sink, conversion, value, 8, "");
        else if (letter == 'b')
            put_integer(sink, conversion, value, 2, prefixed ? "0b" : "");
        else
            put_integer(sink, conversion, value, 16, !prefixed ? "" : letter == 'X' ? "0X" : "0x");
        break;
    }
    case 'p': {
        void *value = __builtin_va_arg(arguments->left, void *);
        if (value == 0)
            put_text(sink, conversion, "(nil)", 5);
        else
            put_integer(sink, conversion, (unsigned long long)(uintptr_t)value, 16,
                        conversion->plus ? "+0x" : conversion->space ? " 0x" : "0x");
        break;
    }
    case 'c': {
        int value = __builtin_va_arg(arguments->left, int);
        if (conversion->modifier == as_long && (value < 0 || value > 127))
            return 0;
        char byte = (char)value;
        put_text(sink, conversion, &byte, 1);
        break;
    }
    case 'm': {
        const char *reason = strerror(*__errno_location());
        put_text(sink, conversion, reason,
                 (long)(conversion->precision < 0 ? strlen(reason) : strnlen(reason, (size_t)conversion->precision)));
        break;
    }
    case 's':
        if (conversion->modifier == as_long) {
            const wchar_t *text = __builtin_va_arg(arguments->left, const wchar_t *);
            if (text == 0)
                put_text(sink, conversion, "(null)", conversion->precision >= 0 && conversion->precision < 6 ? 0 : 6);
            else if (!put_wide_text(sink, conversion, text))
                return 0;
        } else {
            const char *text = __builtin_va_arg(arguments->left, const char *);
            long length = 0;
            if (text == 0) {
                /* glibc prints "(null)" only where all of it fits the precision */
                text = "(null)";
                length = conversion->precision >= 0 && conversion->precision < 6 ? 0 : 6;
            } else {
                while ((conversion->precision < 0 || length < conversion->precision) && text[length])
                    length++;
            }
            put_text(sink, conversion, text, length);
        }
        break;
    case 'n':
        switch (conversion->modifier) {
        case as_char: *__builtin_va_arg(arguments->left, signed char *) = (signed char)sink->length; break;
        case as_short: *__builtin_va_arg(arguments->left, short *) = (short)sink->length; break;
        case as_long: *__builtin_va_arg(arguments->left, long *) = (long)sink->length; break;
        case as_long_long:
        case as_long_double: *__builtin_va_arg(arguments->left, long long *) = (long long)sink->length; break;
        case as_size: *__builtin_va_arg(arguments->left, size_t *) = sink->length; break;
        case as_ptrdiff: *__builtin_va_arg(arguments->left, ptrdiff_t *) = (ptrdiff_t)sink->length; break;
        default: *__builtin_va_arg(arguments->left, int *) = (int)sink->length; break;
        }
        break;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': {
        _Bool is_long = conversion->modifier == as_long_double || conversion->modifier == as_long_long;
        long double value = is_long ? __builtin_va_arg(arguments->left, long double)
                                    : (long double)__builtin_va_arg(arguments->left, double);
        if (letter < 'a') {
            conversion->upper = 1;
            conversion->letter = (char)(letter + ('a' - 'A'));
        }
        if (conversion->letter == 'a')
            __unspool_put_hex_float(sink, conversion, value, is_long);
        else
            __unspool_put_float(sink, conversion, value);
        break;
    }
    default:
        while (start < end)
            __unspool_put(sink, *start++);
        break;
    }
    return 1;
}

static int number_argument(struct __unspool_arguments *arguments, int place) {
    __unspool_go_to_argument(arguments, place);
    return __builtin_va_arg(arguments->left, int);
}

int __unspool_format(struct __unspool_sink *sink, const char *format, __builtin_va_list list) {
    struct __unspool_arguments arguments;
    int result = 0;
    __builtin_va_copy(arguments.left, list);
    __builtin_va_copy(arguments.all, list);
    arguments.format = format;
    while (*format && result == 0) {
        if (*format != '%') {
            __unspool_put(sink, *format++);
            continue;
        }
        const char *start = format;
        struct __unspool_conversion conversion;
        if (!__unspool_parse_conversion(&format, &conversion)) {
            result = -1;
            break;
        }
        if (conversion.width_place != 0) {
            conversion.width = number_argument(&arguments, conversion.width_place);
            if (conversion.width < -2147483647)
                result = -1;
            if (conversion.width < 0) {
                conversion.left = 1;
                conversion.width = -conversion.width;
            }
        }
        if (conversion.precision_place != 0)
            conversion.precision = number_argument(&arguments, conversion.precision_place);
        __unspool_go_to_argument(&arguments, conversion.value_place);
        if (result == 0 && (!put_conversion(sink, &conversion, &arguments, start, format) || sink->length > 2147483647u))
            result = -1;
    }
    __builtin_va_end(arguments.left);
    __builtin_va_end(arguments.all);
    return result != 0 || sink->length > 2147483647u ? -1 : (int)sink->length;
}
