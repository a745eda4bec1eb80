/* The length modifiers of formats (hh, h, l, ll, j, z, t, L and the older q and Z), which printf and scanf have in common.
   Leaves `format` behind the modifier; there may be none. */

enum __unspool_modifier __unspool_read_modifier(const char **format) {
    const char *at = *format;
    switch (*at) {
    case 'h':
        *format += at[1] == 'h' ? 2 : 1;
        return at[1] == 'h' ? as_char : as_short;
    case 'l':
        *format += at[1] == 'l' ? 2 : 1;
        return at[1] == 'l' ? as_long_long : as_long;
    case 'j':
    case 'q':
        ++*format;
        return as_long_long; /* intmax_t has 64 bits in both data models */
    case 'z':
    case 'Z':
        ++*format;
        return as_size;
    case 't':
        ++*format;
        return as_ptrdiff;
    case 'L':
        ++*format;
        return as_long_double;
    default:
        return as_int;
    }
}
