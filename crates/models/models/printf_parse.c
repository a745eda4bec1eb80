/* Reading one conversion specification of a printf format.

   "%", then a position ("2$"), flags, width, precision, length modifier, letter; all but the last may be absent. The
   width and the precision are numbers, "*" or "*3$". */

/* The digits of a width or precision. False where the number exceeds INT_MAX. */
static _Bool read_digits(const char **format, int *number) {
    for (; **format >= '0' && **format <= '9'; ++*format) {
        int digit = **format - '0';
        if (*number > (2147483647 - digit) / 10)
            return 0;
        *number = *number * 10 + digit;
    }
    return 1;
}

/* After the asterisk: the place of the argument it stands for. */
static int read_place(const char **format) {
    const char *after = *format;
    int position = 0;
    if (read_digits(&after, &position) && *after == '$' && position > 0) {
        *format = after + 1;
        return position;
    }
    return next_argument;
}

/* Leaves `format` behind the letter. False where a number exceeds INT_MAX or the format ends inside. */
_Bool __unspool_parse_conversion(const char **format, struct __unspool_conversion *conversion) {
    struct __unspool_conversion parsed = {0, 0, 0, 0, 0, 0, 0, -1, 0, as_int, next_argument, 0, 0};
    const char *at = *format + 1;
    _Bool more_flags = 1;
    if (*at >= '1' && *at <= '9')
        parsed.value_place = read_place(&at);
    while (more_flags) {
        switch (*at) {
        case '-': parsed.left = 1; break;
        case '+': parsed.plus = 1; break;
        case ' ': parsed.space = 1; break;
        case '#': parsed.alternate = 1; break;
        case '0': parsed.zero = 1; break;
        case '\'': case 'I': break;
        default: more_flags = 0; break;
        }
        if (more_flags)
            at++;
    }
    if (*at == '*') {
        at++;
        parsed.width_place = read_place(&at);
    } else if (!read_digits(&at, &parsed.width)) {
        return 0;
    }
    if (*at == '.') {
        at++;
        parsed.precision = 0;
        if (*at == '*') {
            at++;
            parsed.precision_place = read_place(&at);
        } else if (!read_digits(&at, &parsed.precision)) {
            return 0;
        }
    }
    parsed.modifier = __unspool_read_modifier(&at);
    if (*at == 0)
        return 0;
    parsed.letter = *at++;
    if (parsed.letter == 'C' || parsed.letter == 'S') {
        parsed.modifier = as_long;
        parsed.letter = parsed.letter == 'C' ? 'c' : 's';
    }
    *conversion = parsed;
    *format = at;
    return 1;
}
