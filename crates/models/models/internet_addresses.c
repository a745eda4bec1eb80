/* <arpa/inet.h>: internet addresses as text and back: inet_pton, inet_ntop, inet_aton, inet_addr, inet_ntoa.

   Exact, and where the standards leave something open as glibc does it. inet_pton takes four decimal numbers without
   leading zeros (RFC 6943), or the forms of RFC 4291: eight groups of up to four hexadecimal digits, the last two of
   which may be written as an IPv4 address, and once "::" for one or more groups of zeros. inet_ntop writes "::" for the
   first of the longest runs of at least two zero groups, and the last two groups as an IPv4 address where a run of six
   leaves only them, or where ::ffff: precedes them. inet_aton and inet_addr take one to four numbers in decimal, octal or
   hexadecimal, of which the last stands for all bytes that remain, and do not mind what follows after white space.

   Assumptions:
   - inet_ntoa: its result is the calling thread's own, as in glibc; POSIX allows threads to share it. */

/* As <netinet/in.h> declares it; in the byte order of networks. */
struct in_addr {
    unsigned s_addr;
};

enum { family_of_ipv4 = 2, family_of_ipv6 = 10, groups_of_ipv6 = 8 };

/* From the text up to its end to four bytes; false if it is none. */
static _Bool read_dotted_quad(const char *text, unsigned char *bytes) {
    for (int i = 0; i < 4; i++) {
        unsigned number = 0;
        const char *first = text;
        for (; *text >= '0' && *text <= '9'; text++) {
            if (text != first && number == 0)
                return 0; /* a leading zero */
            number = number * 10 + (unsigned)(*text - '0');
            if (number > 255)
                return 0;
        }
        if (text == first || *text != (i < 3 ? '.' : 0))
            return 0;
        text++;
        bytes[i] = (unsigned char)number;
    }
    return 1;
}

/* The value of a hexadecimal digit, or -1. */
static int hexadecimal_digit(char byte) {
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

/* Groups as they are written, and before which of them the "::" stands (-1: nowhere). */
struct written_groups {
    unsigned short groups[groups_of_ipv6];
    int count;
    int gap;
};

static _Bool read_groups(const char *text, struct written_groups *written) {
    written->count = 0;
    written->gap = -1;
    if (text[0] == ':' && text[1] != ':')
        return 0;
    while (*text != 0) {
        const char *first = text;
        unsigned group = 0;
        if (text[0] == ':' && text[1] == ':') {
            if (written->gap >= 0 || text[2] == ':')
                return 0;
            written->gap = written->count;
            text += 2;
            continue;
        }
        if (*text == ':') { /* after a group; another one follows */
            text++;
            first = text;
            if (hexadecimal_digit(*text) < 0)
                return 0;
        }
        for (; hexadecimal_digit(*text) >= 0; text++) {
            if (text - first == 4)
                return 0;
            group = group * 16 + (unsigned)hexadecimal_digit(*text);
        }
        if (*text == '.') {
            unsigned char bytes[4];
            if (written->count > groups_of_ipv6 - 2 || !read_dotted_quad(first, bytes))
                return 0;
            written->groups[written->count++] = (unsigned short)(bytes[0] << 8 | bytes[1]);
            written->groups[written->count++] = (unsigned short)(bytes[2] << 8 | bytes[3]);
            return 1;
        }
        if (text == first || written->count == groups_of_ipv6 || (*text != 0 && *text != ':'))
            return 0;
        written->groups[written->count++] = (unsigned short)group;
    }
    return 1;
}

static _Bool read_ipv6(const char *text, unsigned char *bytes) {
    struct written_groups written;
    if (!read_groups(text, &written))
        return 0;
    int zeros = groups_of_ipv6 - written.count;
    if (written.gap < 0 ? zeros != 0 : zeros < 1)
        return 0;
    for (int i = 0, next = 0; i < groups_of_ipv6; i++) {
        _Bool is_left_out = written.gap >= 0 && i >= written.gap && i < written.gap + zeros;
        unsigned group = is_left_out ? 0 : written.groups[next++];
        bytes[2 * i] = (unsigned char)(group >> 8);
        bytes[2 * i + 1] = (unsigned char)group;
    }
    return 1;
}

/* Nothing is stored if the text is no address. */
int inet_pton(int family, const char *restrict text, void *restrict address) {
    unsigned char bytes[16];
    if (family != family_of_ipv4 && family != family_of_ipv6) {
        *__errno_location() = 97; /* EAFNOSUPPORT */
        return -1;
    }
    if (family == family_of_ipv4 ? !read_dotted_quad(text, bytes) : !read_ipv6(text, bytes))
        return 0;
    memcpy(address, bytes, family == family_of_ipv4 ? 4 : 16);
    return 1;
}

/* All return the end of what they have written. */
static char *write_decimal_byte(char *to, unsigned char byte) {
    if (byte >= 100)
        *to++ = (char)('0' + byte / 100);
    if (byte >= 10)
        *to++ = (char)('0' + byte / 10 % 10);
    *to++ = (char)('0' + byte % 10);
    return to;
}

static char *write_dotted_quad(char *to, const unsigned char *bytes) {
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            *to++ = '.';
        to = write_decimal_byte(to, bytes[i]);
    }
    *to = 0;
    return to;
}

static char *write_group(char *to, unsigned group) {
    for (int shift = 12; shift >= 0; shift -= 4)
        if (group >> shift != 0 || shift == 0)
            *to++ = "0123456789abcdef"[group >> shift & 15];
    return to;
}

/* The first of the longest runs of zeros; its length is 0 if it is not worth a "::". */
static int longest_run_of_zeros(const unsigned *groups, int *length) {
    int start = 0;
    *length = 0;
    for (int i = 0, run = 0; i < groups_of_ipv6; i++) {
        run = groups[i] == 0 ? run + 1 : 0;
        if (run > *length && run >= 2) {
            *length = run;
            start = i - run + 1;
        }
    }
    return start;
}

static char *write_ipv6(char *to, const unsigned char *bytes) {
    unsigned groups[groups_of_ipv6];
    int zeros;
    for (int i = 0; i < groups_of_ipv6; i++)
        groups[i] = (unsigned)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    int gap = longest_run_of_zeros(groups, &zeros);
    _Bool holds_ipv4 = gap == 0 && (zeros == 6 || (zeros == 5 && groups[5] == 0xffff));
    for (int i = 0; i < groups_of_ipv6; i++) {
        if (zeros > 0 && i >= gap && i < gap + zeros) {
            if (i == gap)
                *to++ = ':';
            continue;
        }
        if (i > 0)
            *to++ = ':';
        if (i == 6 && holds_ipv4)
            return write_dotted_quad(to, bytes + 12);
        to = write_group(to, groups[i]);
    }
    if (zeros > 0 && gap + zeros == groups_of_ipv6)
        *to++ = ':';
    *to = 0;
    return to;
}

/* Nothing is stored if the text does not fit. */
const char *inet_ntop(int family, const void *restrict address, char *restrict text, unsigned size) {
    char written[46];
    char *end;
    if (family == family_of_ipv4) {
        end = write_dotted_quad(written, address);
    } else if (family == family_of_ipv6) {
        end = write_ipv6(written, address);
    } else {
        *__errno_location() = 97; /* EAFNOSUPPORT */
        return 0;
    }
    size_t length = (size_t)(end - written) + 1;
    if (length > size) {
        *__errno_location() = 28; /* ENOSPC */
        return 0;
    }
    memcpy(text, written, length);
    return text;
}

/* A number as C writes it, that fits into 32 bits, and leaves the text behind it; false if there is none. */
static _Bool read_c_number(const char **text, unsigned *number) {
    const char *at = *text;
    unsigned base = 10;
    unsigned long long value = 0;
    if (*at < '0' || *at > '9')
        return 0;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && hexadecimal_digit(at[2]) >= 0) {
        base = 16;
        at += 2;
    } else if (*at == '0') {
        base = 8;
    }
    for (; hexadecimal_digit(*at) >= 0 && hexadecimal_digit(*at) < (int)base; at++) {
        value = value * base + (unsigned)hexadecimal_digit(*at);
        if (value > 0xffffffffull)
            return 0;
    }
    *text = at;
    *number = (unsigned)value;
    return 1;
}

/* Nothing is stored if the text is no address, or the pointer is null. */
int inet_aton(const char *text, struct in_addr *address) {
    unsigned char bytes[4] = {0, 0, 0, 0};
    unsigned number;
    int count = 0;
    for (;;) {
        if (!read_c_number(&text, &number))
            return 0;
        if (*text != '.')
            break;
        if (count == 3 || number > 255)
            return 0;
        bytes[count++] = (unsigned char)number;
        text++;
    }
    if (*text != 0 && *text != ' ' && (*text < '\t' || *text > '\r'))
        return 0;
    if (count > 0 && number >> 8 * (4 - count) != 0)
        return 0;
    for (int i = 3; i >= count; i--, number >>= 8)
        bytes[i] = (unsigned char)number;
    if (address != 0)
        memcpy(&address->s_addr, bytes, 4);
    return 1;
}

/* INADDR_NONE, which is also the address 255.255.255.255, if the text is no address. */
unsigned inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : 0xffffffffu;
}

char *inet_ntoa(struct in_addr address) {
    static _Thread_local char text[18];
    unsigned char bytes[4];
    memcpy(bytes, &address.s_addr, 4);
    write_dotted_quad(text, bytes);
    return text;
}
