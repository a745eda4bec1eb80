/* Arguments by position in printf formats: %2$d, %1$*3$d (POSIX).

   To reach argument n one passes over those before it, whose types the format itself tells: POSIX requires that all
   positions up to the greatest are used. So the arguments are walked through from the first for each conversion;
   positions are rare and few. One that the format does not mention is taken for an int. */

enum argument_type { int_argument, long_argument, long_long_argument, pointer_argument, double_argument, long_double_argument };

static enum argument_type type_of(struct __unspool_conversion *conversion) {
    switch (conversion->letter) {
    case 's':
    case 'p':
    case 'n':
        return pointer_argument;
    case 'c':
        return int_argument;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        return conversion->modifier == as_long_double || conversion->modifier == as_long_long ? long_double_argument
                                                                                              : double_argument;
    default:
        break;
    }
    switch (conversion->modifier) {
    case as_long:
    case as_size:
    case as_ptrdiff:
        return long_argument;
    case as_long_long:
    case as_long_double:
        return long_long_argument;
    default:
        return int_argument;
    }
}

static enum argument_type type_at(const char *format, int position) {
    struct __unspool_conversion conversion;
    while (*format) {
        if (*format != '%')
            format++;
        else if (!__unspool_parse_conversion(&format, &conversion))
            break;
        else if (conversion.value_place == position)
            return type_of(&conversion);
    }
    return int_argument;
}

void __unspool_go_to_argument(struct __unspool_arguments *arguments, int place) {
    if (place <= 0)
        return;
    __builtin_va_end(arguments->left);
    __builtin_va_copy(arguments->left, arguments->all);
    for (int position = 1; position < place; position++) {
        switch (type_at(arguments->format, position)) {
        case int_argument: (void)__builtin_va_arg(arguments->left, int); break;
        case long_argument: (void)__builtin_va_arg(arguments->left, long); break;
        case long_long_argument: (void)__builtin_va_arg(arguments->left, long long); break;
        case pointer_argument: (void)__builtin_va_arg(arguments->left, void *); break;
        case double_argument: (void)__builtin_va_arg(arguments->left, double); break;
        case long_double_argument: (void)__builtin_va_arg(arguments->left, long double); break;
        }
    }
}
