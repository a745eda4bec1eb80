/* <stdlib.h>, <inttypes.h>, <strings.h>: integers, their absolute values, divisions, first set bits, and their text.

   strtol and relatives follow C17 7.22.1.4: leading white space, a sign, an 0x prefix only if a digit follows it,
   saturation with ERANGE, and an invalid base with EINVAL.

   Assumptions:
   - atoi, atol, atoll: a number out of range, undefined in C, saturates or wraps as with glibc.
   - strto*, __isoc23_strto*: only what the C locale accepts; C23's prefix 0b is not understood. */

/* Members in the order glibc has them, which the user's own declarations share. */
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;

void __unspool_on_demand_no_overflow(void) {
    __unspool_assert(0, "no-overflow", "the absolute value does not fit its type");
}

/* The smallest number stays what it is, as the machine has it. */
int abs(int number) {
    if (__unspool_on_demand_no_overflow && number < -(int)(~0u >> 1))
        __unspool_on_demand_no_overflow();
    return number < 0 ? -number : number;
}

long labs(long number) {
    if (__unspool_on_demand_no_overflow && number < -(long)(~0ul >> 1))
        __unspool_on_demand_no_overflow();
    return number < 0 ? -number : number;
}

long long llabs(long long number) {
    if (__unspool_on_demand_no_overflow && number < -(long long)(~0ull >> 1))
        __unspool_on_demand_no_overflow();
    return number < 0 ? -number : number;
}

long long imaxabs(long long number) { return llabs(number); }

/* What a division must be given; a fault in here would be nobody's. */
static void check_division(_Bool is_by_zero, _Bool overflows) {
    __unspool_assert(!is_by_zero, "division-by-zero", "division by zero");
    __unspool_assert(!overflows, "no-overflow", "the quotient does not fit its type");
}

div_t div(int number, int divisor) {
    check_division(divisor == 0, divisor == -1 && number < -(int)(~0u >> 1));
    div_t result = {number / divisor, number % divisor};
    return result;
}

ldiv_t ldiv(long number, long divisor) {
    check_division(divisor == 0, divisor == -1 && number < -(long)(~0ul >> 1));
    ldiv_t result = {number / divisor, number % divisor};
    return result;
}

lldiv_t lldiv(long long number, long long divisor) {
    check_division(divisor == 0, divisor == -1 && number < -(long long)(~0ull >> 1));
    lldiv_t result = {number / divisor, number % divisor};
    return result;
}

/* intmax_t is `long` where that has 64 bits. */
typedef __typeof__(__builtin_choose_expr(sizeof(long) == 8, 0l, 0ll)) widest;
typedef struct { widest quot; widest rem; } imaxdiv_t;

imaxdiv_t imaxdiv(widest number, widest divisor) {
    lldiv_t result = lldiv(number, divisor);
    return (imaxdiv_t){result.quot, result.rem};
}

/* The number of the lowest set bit, counted from 1; 0 if there is none. */
int ffsll(long long number) {
    if (number == 0)
        return 0;
    int position = 1;
    for (unsigned long long rest = (unsigned long long)number; (rest & 1) == 0; rest >>= 1)
        position++;
    return position;
}

int ffs(int number) { return ffsll(number); }
int ffsl(long number) { return ffsll(number); }

static int integer_digit(char letter) {
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a' + 10;
    if (letter >= 'A' && letter <= 'Z')
        return letter - 'A' + 10;
    return 99;
}

/* The number in two's complement. A magnitude above the limit for its sign saturates and sets ERANGE; the
   unsigned functions pass the same limit twice, and a minus sign negates modulo 2^n. */
static unsigned long long parse_integer(const char *text, char **end, int base, unsigned long long most_positive,
                                        unsigned long long most_negative) {
    const char *start = text;
    unsigned long long value = 0;
    _Bool negative = 0;
    _Bool any = 0;
    _Bool overflow = 0;
    if (base != 0 && (base < 2 || base > 36)) {
        *__errno_location() = 22; /* EINVAL; `end` stays as it is, as in glibc */
        return 0;
    }
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    if ((base == 0 || base == 16) && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && integer_digit(text[2]) < 16) {
        base = 16;
        text += 2;
    } else if (base == 0) {
        base = *text == '0' ? 8 : 10;
    }
    unsigned long long limit = negative ? most_negative : most_positive;
    for (; integer_digit(*text) < base; text++) {
        unsigned digit = (unsigned)integer_digit(*text);
        any = 1;
        if (overflow || value > (limit - digit) / (unsigned)base)
            overflow = 1;
        else
            value = value * (unsigned)base + digit;
    }
    if (end != 0)
        *end = (char *)(any ? text : start);
    if (overflow) {
        *__errno_location() = 34; /* ERANGE */
        /* Unsigned functions saturate at the maximum for either sign. */
        return negative && most_negative != most_positive ? 0 - most_negative : most_positive;
    }
    return negative ? 0 - value : value;
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
    return (long long)parse_integer(text, end, base, 9223372036854775807ull, 9223372036854775808ull);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    return parse_integer(text, end, base, 18446744073709551615ull, 18446744073709551615ull);
}

long strtol(const char *restrict text, char **restrict end, int base) {
    unsigned long long most = (unsigned long)-1 / 2;
    return (long)parse_integer(text, end, base, most, most + 1);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    unsigned long long most = (unsigned long)-1;
    return (unsigned long)parse_integer(text, end, base, most, most);
}

long long strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long long strtoumax(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }
long long strtoq(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long long strtouq(const char *restrict text, char **restrict end, int base) { return strtoull(text, end, base); }

/* The names that recent glibc headers give them. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) { return strtoul(text, end, base); }
long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}

long long __isoc23_strtoimax(const char *restrict text, char **restrict end, int base) { return strtoll(text, end, base); }
unsigned long long __isoc23_strtoumax(const char *restrict text, char **restrict end, int base) {
    return strtoull(text, end, base);
}

int atoi(const char *text) { return (int)strtol(text, 0, 10); }
long atol(const char *text) { return strtol(text, 0, 10); }
long long atoll(const char *text) { return strtoll(text, 0, 10); }

/* Base 64, least significant digit first; at most six digits count. */
long a64l(const char *text) {
    unsigned value = 0;
    for (int i = 0; i < 6 && text[i] != 0; i++) {
        unsigned char c = (unsigned char)text[i];
        unsigned digit;
        if (c >= '.' && c <= '9')
            digit = c - '.';
        else if (c >= 'A' && c <= 'Z')
            digit = c - 'A' + 12u;
        else if (c >= 'a' && c <= 'z')
            digit = c - 'a' + 38u;
        else
            break;
        value |= digit << (6 * i);
    }
    return (long)value;
}

/* One buffer for the whole process, as POSIX has it: threads that both use l64a disturb each other. */
char *l64a(long number) {
    static char text[7];
    unsigned rest = (unsigned)number;
    int length = 0;
    for (; rest != 0; rest >>= 6) {
        unsigned digit = rest & 63;
        text[length++] = (char)(digit < 12 ? '.' + digit : digit < 38 ? 'A' + (digit - 12) : 'a' + (digit - 38));
    }
    text[length] = 0;
    return text;
}
