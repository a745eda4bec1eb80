/* Reading one conversion specification of a scanf format, and storing an integer of the width it asks for.

   "%", then "*" or "m", a width, a length modifier and a letter, of which only the last must be there. The floating
   conversions, all read alike, become f; X becomes x; C and S become c and s with the modifier l. */

_Bool __unspool_is_white(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

_Bool __unspool_is_in_set(struct __unspool_directive *directive, unsigned char byte) {
    return (directive->set[byte / 8] >> byte % 8 & 1) != 0;
}

static void add_to_set(struct __unspool_directive *directive, unsigned char byte) {
    directive->set[byte / 8] |= (unsigned char)(1 << byte % 8);
}

/* From behind "[" to behind "]"; false if there is no "]". A "]" or "-" in the first place is a member. */
static _Bool parse_set(const char **format, struct __unspool_directive *directive) {
    const char *at = *format;
    _Bool is_negated = *at == '^';
    if (is_negated)
        at++;
    const char *first = at;
    for (; *at != ']' || at == first; at++) {
        if (*at == 0)
            return 0;
        _Bool is_range = *at == '-' && at != first && at[1] != 0 && at[1] != ']'
                         && (unsigned char)at[-1] <= (unsigned char)at[1];
        if (!is_range) {
            add_to_set(directive, (unsigned char)*at);
            continue;
        }
        for (unsigned byte = (unsigned char)at[-1]; byte < (unsigned char)at[1]; byte++)
            add_to_set(directive, (unsigned char)byte); /* its end is added in the next round */
    }
    if (is_negated)
        for (int i = 0; i < 32; i++)
            directive->set[i] = (unsigned char)~directive->set[i];
    *format = at + 1;
    return 1;
}

/* Leaves `format` behind the specification. False where it is none that scanf knows. */
_Bool __unspool_parse_directive(const char **format, struct __unspool_directive *directive) {
    const char *at = *format + 1;
    directive->suppressed = 0;
    directive->allocates = 0;
    directive->width = 0;
    for (int i = 0; i < 32; i++)
        directive->set[i] = 0;
    for (; *at == '*' || *at == '\'' || *at == 'I'; at++)
        if (*at == '*')
            directive->suppressed = 1;
    for (; *at >= '0' && *at <= '9'; at++)
        directive->width = directive->width > 200000000 ? 2000000000 : directive->width * 10 + (*at - '0');
    if (*at == '$') {
        __unspool_unsupported("scanf with argument positions (%1$d)");
        return 0;
    }
    if (*at == 'm') {
        directive->allocates = 1;
        at++;
    }
    directive->modifier = __unspool_read_modifier(&at);
    char letter = *at;
    if (letter != 0)
        at++;
    switch (letter) {
    case 'X': letter = 'x'; break;
    case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': letter = 'f'; break;
    case 'C': case 'S':
        directive->modifier = as_long;
        letter = letter == 'C' ? 'c' : 's';
        break;
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'p': case 'b': case 'f':
    case 's': case 'c': case 'n': case '%': break;
    case '[':
        if (!parse_set(&at, directive))
            letter = 0;
        break;
    default: letter = 0; break;
    }
    if (letter == 'p')
        directive->modifier = as_size;
    directive->letter = letter;
    *format = at;
    return letter != 0;
}

void __unspool_store_integer(void *target, enum __unspool_modifier modifier, unsigned long long value) {
    switch (modifier) {
    case as_char: *(unsigned char *)target = (unsigned char)value; break;
    case as_short: *(unsigned short *)target = (unsigned short)value; break;
    case as_long: *(unsigned long *)target = (unsigned long)value; break;
    case as_long_long:
    case as_long_double: *(unsigned long long *)target = value; break;
    case as_size:
    case as_ptrdiff: *(size_t *)target = (size_t)value; break;
    default: *(unsigned *)target = (unsigned)value; break;
    }
}
