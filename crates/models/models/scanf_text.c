/* <stdio.h>: scanning a text: sscanf, vsscanf.

   Exact, and in the details C leaves open as glibc does it: an integer item ends where no further digit follows ("0x"
   before something else is the number 0, and the x is consumed); a floating item is the longest that looks like a
   number, of which strtod's part counts ("1e" is 1); integers out of range are those of strtol or strtoul, cut to the
   width asked for. The result is the number of items stored, or EOF (-1) where the text ended before the first.

   Assumptions:
   - The locale is "C"; wide characters are bytes below 128. Argument positions (%1$d) end the execution as
     unsupported. */

enum scan_outcome { scan_matches, scan_differs, scan_ends };

/* How many bytes, at most `width`, of the text belong to the item. Callers stop at the text's end by themselves. */
static size_t item_width(struct __unspool_directive *directive) {
    return directive->width == 0 ? (size_t)-1 : (size_t)directive->width;
}

static int digit_value(char byte) {
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'z')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 10 : 99;
}

static int base_of(char letter) {
    switch (letter) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x': case 'p': return 16;
    case 'b': return 2;
    default: return 10;
    }
}

/* What strtol, strtoul and their long long relatives make of a magnitude. */
static unsigned long long in_range(unsigned long long magnitude, _Bool overflows, _Bool is_negative, _Bool is_signed,
                                   _Bool is_wide) {
    unsigned long long most = is_wide ? ~0ull : (unsigned long long)~0ul;
    if (is_signed)
        most = is_negative ? most / 2 + 1 : most / 2;
    if (overflows || magnitude > most) {
        *__errno_location() = 34; /* ERANGE */
        return is_negative && is_signed ? 0 - most : most;
    }
    return is_negative ? 0 - magnitude : magnitude;
}

static enum scan_outcome scan_integer(const char **text, struct __unspool_directive *directive, void *target,
                                      int standard) {
    const char *at = *text;
    size_t width = item_width(directive);
    int base = base_of(directive->letter);
    _Bool is_negative = *at == '-';
    _Bool any = 0;
    _Bool overflows = 0;
    unsigned long long magnitude = 0;
    if (directive->letter == 'p' && width >= 5 && strncmp(at, "(nil)", 5) == 0) {
        *text = at + 5;
        if (!directive->suppressed)
            *(void **)target = 0;
        return scan_matches;
    }
    if (*at == '-' || *at == '+') {
        at++;
        width--;
    }
    if (width != 0 && *at == '0') {
        any = 1;
        at++;
        width--;
        if (width != 0 && (*at == 'x' || *at == 'X') && (base == 0 || base == 16)) {
            base = 16;
            at++;
            width--;
        } else if (standard >= 2023 && width != 0 && (*at == 'b' || *at == 'B') && (base == 0 || base == 2)) {
            base = 2;
            at++;
            width--;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    for (; width != 0 && digit_value(*at) < base; at++, width--) {
        unsigned digit = (unsigned)digit_value(*at);
        any = 1;
        if (magnitude > (~0ull - digit) / (unsigned)base)
            overflows = 1;
        else
            magnitude = magnitude * (unsigned)base + digit;
    }
    *text = at;
    if (!any)
        return scan_differs;
    if (!directive->suppressed) {
        _Bool is_wide = directive->modifier == as_long_long || directive->modifier == as_long_double;
        _Bool is_signed = directive->letter == 'd' || directive->letter == 'i';
        __unspool_store_integer(target, directive->modifier,
                                in_range(magnitude, overflows, is_negative, is_signed, is_wide));
    }
    return scan_matches;
}

/* Whether the text goes on with this word (given in lower case), in any case of letters, within the width. */
static _Bool begins_with(const char *text, const char *word, size_t width) {
    for (; *word != 0; text++, word++, width--)
        if (width == 0 || (*text | 32) != *word)
            return 0;
    return 1;
}

static _Bool is_digit_of(char byte, _Bool is_hexadecimal) { return digit_value(byte) < (is_hexadecimal ? 16 : 10); }

/* The length of the item that looks like a floating-point number; 0 if there is none. */
static size_t float_length(const char *text, size_t width) {
    size_t length = *text == '-' || *text == '+';
    _Bool any_digit = 0;
    _Bool any_point = 0;
    _Bool any_exponent = 0;
    if (width == length)
        return 0;
    if ((text[length] | 32) == 'n')
        return begins_with(text + length, "nan", width - length) ? length + 3 : 0;
    if ((text[length] | 32) == 'i') {
        if (!begins_with(text + length, "inf", width - length))
            return 0;
        length += 3;
        if (length == width || (text[length] | 32) != 'i')
            return length;
        return begins_with(text + length, "inity", width - length) ? length + 5 : 0;
    }
    _Bool is_hexadecimal = width - length >= 2 && text[length] == '0' && (text[length + 1] | 32) == 'x';
    char exponent_letter = is_hexadecimal ? 'p' : 'e';
    if (is_hexadecimal)
        length += 2;
    size_t start = length;
    for (; length < width; length++) {
        char byte = text[length];
        if (any_exponent ? byte >= '0' && byte <= '9' : is_digit_of(byte, is_hexadecimal))
            any_digit = 1;
        else if (any_exponent && (text[length - 1] | 32) == exponent_letter && (byte == '-' || byte == '+'))
            continue;
        else if (any_digit && !any_exponent && (byte | 32) == exponent_letter)
            any_exponent = 1;
        else if (!any_point && !any_exponent && byte == '.')
            any_point = 1;
        else
            break;
    }
    if (length == start) /* a bare "0x" counts, as 0, only where the width ends there: so glibc */
        return is_hexadecimal && length == width ? length : 0;
    return length;
}

static enum scan_outcome scan_float(const char **text, struct __unspool_directive *directive, void *target) {
    size_t length = float_length(*text, item_width(directive));
    if (length == 0)
        return scan_differs;
    char *item = __unspool_alloc(length + 1);
    memcpy(item, *text, length);
    item[length] = 0;
    *text += length;
    char *end;
    long double value = 0;
    float single = 0;
    double twice = 0;
    if (directive->modifier == as_long_double || directive->modifier == as_long_long)
        value = strtold(item, &end);
    else if (directive->modifier == as_long)
        twice = strtod(item, &end);
    else
        single = strtof(item, &end);
    _Bool is_number = end != item;
    __unspool_free(item);
    if (!is_number)
        return scan_differs;
    if (directive->suppressed)
        return scan_matches;
    if (directive->modifier == as_long_double || directive->modifier == as_long_long)
        *(long double *)target = value;
    else if (directive->modifier == as_long)
        *(double *)target = twice;
    else
        *(float *)target = single;
    return scan_matches;
}

/* The three conversions to characters: up to white space (s), so many (c), as long as they are in the set. */
static _Bool belongs(struct __unspool_directive *directive, char byte) {
    if (directive->letter == 'c')
        return 1;
    return directive->letter == 's' ? !__unspool_is_white(byte) : __unspool_is_in_set(directive, (unsigned char)byte);
}

static enum scan_outcome scan_characters(const char **text, struct __unspool_directive *directive, void *target) {
    const char *from = *text;
    size_t width = directive->letter == 'c' && directive->width == 0 ? 1 : item_width(directive);
    size_t length = 0;
    _Bool is_wide = directive->modifier == as_long;
    while (length < width && from[length] != 0 && belongs(directive, from[length]))
        length++;
    *text = from + length;
    if (length == 0)
        return scan_differs;
    if (directive->suppressed)
        return scan_matches;
    size_t terminator = directive->letter != 'c';
    if (directive->allocates) {
        void *memory = malloc((length + terminator) * (is_wide ? sizeof(wchar_t) : 1));
        *(void **)target = memory;
        if (memory == 0)
            return scan_ends;
        target = memory;
    }
    for (size_t i = 0; i < length; i++)
        if (is_wide)
            ((wchar_t *)target)[i] = (unsigned char)from[i];
        else
            ((char *)target)[i] = from[i];
    if (terminator && is_wide)
        ((wchar_t *)target)[length] = 0;
    else if (terminator)
        ((char *)target)[length] = 0;
    return scan_matches;
}

/* `standard`: 2023 if %i reads binary numbers. */
static int scan_text(const char *text, const char *format, __builtin_va_list arguments, int standard) {
    const char *start = text;
    int stored = 0;
    while (*format) {
        struct __unspool_directive directive;
        enum scan_outcome outcome = scan_matches;
        if (__unspool_is_white(*format)) {
            while (__unspool_is_white(*text))
                text++;
            format++;
            continue;
        }
        if (*format != '%') {
            if (*text == 0)
                return stored == 0 ? -1 : stored;
            if (*text++ != *format++)
                return stored;
            continue;
        }
        if (!__unspool_parse_directive(&format, &directive))
            return stored;
        char letter = directive.letter;
        if (letter != 'c' && letter != '[' && letter != 'n')
            while (__unspool_is_white(*text))
                text++;
        if (letter != 'n' && *text == 0)
            return stored == 0 ? -1 : stored;
        if (letter == '%') {
            if (*text++ != '%')
                return stored;
            continue;
        }
        void *target = directive.suppressed ? 0 : __builtin_va_arg(arguments, void *);
        if (letter == 'n') {
            if (!directive.suppressed)
                __unspool_store_integer(target, directive.modifier, (unsigned long long)(text - start));
            continue;
        }
        if (letter == 's' || letter == 'c' || letter == '[')
            outcome = scan_characters(&text, &directive, target);
        else if (letter == 'f')
            outcome = scan_float(&text, &directive, target);
        else
            outcome = scan_integer(&text, &directive, target, standard);
        if (outcome != scan_matches)
            return outcome == scan_ends && stored == 0 ? -1 : stored;
        if (!directive.suppressed)
            stored++;
    }
    return stored;
}

int vsscanf(const char *restrict text, const char *restrict format, __builtin_va_list arguments) {
    return scan_text(text, format, arguments, 2011);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, __builtin_va_list arguments) {
    return vsscanf(text, format, arguments);
}

int __isoc23_vsscanf(const char *restrict text, const char *restrict format, __builtin_va_list arguments) {
    return scan_text(text, format, arguments, 2023);
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}

int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    int result = __isoc23_vsscanf(text, format, arguments);
    __builtin_va_end(arguments);
    return result;
}
