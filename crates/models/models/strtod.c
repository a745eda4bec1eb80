/* <stdlib.h>: text to floating point, strtod, strtof, strtold, atof. Correctly rounded, half to even.

   The decimal number is held exactly, in base 10^9 with a point between two limbs, and multiplied or divided by powers
   of two until its integer part has exactly 64 bits. That integer, the next bit below it and one "sticky" bit (is
   anything left further below?) determine the rounded result in any format of at most 64 bits.
   Divisions extend the fraction; it may be cut off where `fraction_limbs` end, because floor and stickiness survive
   truncation.

   Accepted: decimal and hexadecimal numbers, inf, infinity, nan, nan(...), in any case. Out of range gives infinity or
   zero (or a subnormal) with ERANGE.

   Assumptions:
   - strtold: `long double` is the x87 format. Digits beyond the first 1100 only tell whether anything is left: enough
     for every float and double (768 decide), while a text made to lie within 10^-1100 of a tie between two long doubles
     could be rounded the wrong way. */

enum {
    integer_limbs = 640,
    fraction_limbs = 720,
    all_limbs = integer_limbs + fraction_limbs,
    fixed_base = 1000000000,
    kept_digits = 1100
};

/* sum(limb[i] * 10^(9 * (i - fraction_limbs))); limbs below `low` and from `high` on are zero. */
struct fixed {
    int low;
    int high;
    _Bool sticky; /* something nonzero was cut off below */
    unsigned limb[all_limbs];
};

static const unsigned fixed_power_of_ten[9] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

static void trim(struct fixed *number) {
    while (number->high > number->low && number->limb[number->high - 1] == 0)
        number->high--;
    while (number->low < number->high && number->limb[number->low] == 0)
        number->low++;
}

static void shift_up(struct fixed *number, int shift) {
    unsigned long long carry = 0;
    for (int i = number->low; i < number->high; i++) {
        carry += (unsigned long long)number->limb[i] << shift;
        number->limb[i] = (unsigned)(carry % fixed_base);
        carry /= fixed_base;
    }
    if (carry != 0)
        number->limb[number->high++] = (unsigned)carry;
    trim(number);
}

static void divide(struct fixed *number, int shift) {
    unsigned long long rest = 0;
    for (int i = number->high - 1; i >= 0 && (i >= number->low || rest != 0); i--) {
        if (i < number->low) {
            number->low = i;
            number->limb[i] = 0;
        }
        rest = rest * fixed_base + number->limb[i];
        number->limb[i] = (unsigned)(rest >> shift);
        rest &= (1ull << shift) - 1;
    }
    if (rest != 0)
        number->sticky = 1;
    trim(number);
}

/* How many bits the integer part has, counted up to 96. */
static int integer_bits(const struct fixed *number) {
    if (number->high > fraction_limbs + 3)
        return 96;
    unsigned long long top = 0;
    int bits = 0;
    unsigned limb[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        if (fraction_limbs + i >= number->low && fraction_limbs + i < number->high)
            limb[i] = number->limb[fraction_limbs + i];
    /* limb[2] * 10^18 + limb[1] * 10^9 + limb[0] fits 64 bits if limb[2] <= 18 with room to check */
    if (limb[2] > 18)
        return 96;
    unsigned long long low = (unsigned long long)limb[1] * fixed_base + limb[0];
    top = (unsigned long long)limb[2] * fixed_base * fixed_base;
    if (top + low < top)
        return 96;
    for (unsigned long long rest = top + low; rest != 0; rest >>= 1)
        bits++;
    return bits;
}

static unsigned long long integer_part(const struct fixed *number) {
    unsigned long long value = 0;
    for (int i = number->high - 1; i >= fraction_limbs; i--)
        value = value * fixed_base + (i >= number->low ? number->limb[i] : 0);
    return value;
}

/* A number significand * 2^exponent, its top bit set unless zero, with what was lost below: the next bit, and
   whether anything further down was not zero. */
struct binary {
    unsigned long long significand;
    int exponent;
    _Bool half;
    _Bool sticky;
};

static struct binary binary_from(struct fixed *number) {
    struct binary result = {0, 0, 0, 0};
    if (number->low == number->high)
        return result;
    for (;;) {
        int bits = integer_bits(number);
        if (bits == 64)
            break;
        if (bits > 64) {
            int step = number->high > fraction_limbs + 6 ? 29 : number->high > fraction_limbs + 3 ? 9 : 1;
            divide(number, step);
            result.exponent += step;
        } else {
            int step = 64 - bits < 29 ? 64 - bits : 29;
            shift_up(number, step);
            result.exponent -= step;
        }
    }
    result.significand = integer_part(number);
    unsigned below = number->low < fraction_limbs ? number->limb[fraction_limbs - 1] : 0;
    result.half = below >= fixed_base / 2;
    result.sticky = number->sticky || below % (fixed_base / 2) != 0 || number->low < fraction_limbs - 1;
    return result;
}

/* Rounds to `precision` bits with `least` the smallest exponent of the last place. The result's significand has at
   most `precision` bits, or is 2^precision; an overflowing 64-bit significand is halved instead. */
static struct binary rounded(struct binary number, int precision, int least, _Bool *inexact) {
    int dropped = 64 - precision;
    if (number.exponent + dropped < least)
        dropped = least - number.exponent;
    *inexact = number.half || number.sticky;
    _Bool up = number.half && (number.sticky || (number.significand & 1));
    if (dropped > 64) {
        *inexact = 1;
        up = 0;
        number.significand = 0;
        number.exponent = least;
    } else if (dropped > 0) {
        unsigned long long half = 1ull << (dropped - 1);
        unsigned long long below = dropped == 64 ? number.significand : number.significand & ((half << 1) - 1);
        number.significand = dropped == 64 ? 0 : number.significand >> dropped;
        number.exponent += dropped;
        up = below > half || (below == half && (*inexact || (number.significand & 1)));
        *inexact = *inexact || below != 0;
    }
    if (up && ++number.significand == 0) {
        number.significand = 1ull << 63;
        number.exponent++;
    }
    return number;
}

static char folded(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter + ('a' - 'A')) : letter; }

static _Bool begins(const char *text, const char *word) {
    for (; *word; text++, word++)
        if (folded(*text) != *word)
            return 0;
    return 1;
}

static int hex_digit(char letter) {
    letter = folded(letter);
    return letter >= '0' && letter <= '9' ? letter - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* An exponent after `letter`, if one is there; saturates. */
static const char *read_exponent(const char *text, char letter, long *exponent) {
    *exponent = 0;
    if (folded(*text) != letter)
        return text;
    const char *digits = text + 1;
    _Bool negative = *digits == '-';
    if (*digits == '-' || *digits == '+')
        digits++;
    if (*digits < '0' || *digits > '9')
        return text;
    for (; *digits >= '0' && *digits <= '9'; digits++)
        if (*exponent < 100000000)
            *exponent = *exponent * 10 + (*digits - '0');
    if (negative)
        *exponent = -*exponent;
    return digits;
}

static const char *read_hexadecimal(const char *text, struct binary *result) {
    long scale = 0;
    long exponent;
    _Bool after_point = 0;
    _Bool half_known = 0;
    for (; hex_digit(*text) >= 0 || (*text == '.' && !after_point); text++) {
        if (*text == '.') {
            after_point = 1;
            continue;
        }
        if (after_point)
            scale -= 4;
        for (int i = 3; i >= 0; i--) {
            unsigned bit = (unsigned)hex_digit(*text) >> i & 1;
            if (result->significand >> 63 == 0) {
                result->significand = result->significand << 1 | bit;
                continue;
            }
            scale++;
            if (half_known)
                result->sticky = result->sticky || bit;
            else
                result->half = bit;
            half_known = 1;
        }
    }
    text = read_exponent(text, 'p', &exponent);
    if (result->significand != 0) {
        for (; result->significand >> 63 == 0; result->significand <<= 1)
            scale--;
        exponent += scale;
        result->exponent = exponent > 100000 ? 100000 : exponent < -100000 ? -100000 : (int)exponent;
    }
    return text;
}

static const char *read_decimal(const char *text, struct binary *result) {
    struct fixed number;
    const char *first = text; /* the first digit that is not a leading zero */
    long exponent;
    long before_point = 0; /* digits from `first` to the point; negative if zeros follow the point */
    long count = 0;
    _Bool after_point = 0;
    for (; (*text >= '0' && *text <= '9') || (*text == '.' && !after_point); text++) {
        if (*text == '.') {
            after_point = 1;
        } else if (count > 0 || *text != '0') {
            if (count++ == 0)
                first = text;
            before_point += !after_point;
        } else if (after_point) {
            before_point--;
        }
    }
    text = read_exponent(text, 'e', &exponent);
    if (count == 0)
        return text;
    long position = before_point + exponent; /* of the digit before the point, counted from 1 */
    if (position > 5000 || position < -5100) {
        result->significand = 1ull << 63;
        result->exponent = position > 0 ? 100000 : -100000;
        return text;
    }
    for (int i = 0; i < all_limbs; i++)
        number.limb[i] = 0;
    number.sticky = 0;
    long kept = 0;
    for (; count > 0; first++) {
        if (*first == '.')
            continue;
        count--;
        long place = fraction_limbs * 9L + position - 1 - kept;
        if (kept < kept_digits && place >= 0)
            number.limb[place / 9] += (unsigned)(*first - '0') * fixed_power_of_ten[place % 9];
        else if (*first != '0')
            number.sticky = 1;
        kept++;
    }
    number.low = 0;
    number.high = all_limbs;
    trim(&number);
    *result = binary_from(&number);
    return text;
}

/* Reads a number, rounded for a format with `precision` bits whose finite numbers lie below 2^`top`. */
static long double read_number(const char *text, char **end, int precision, int top) {
    const char *start = text;
    struct binary number = {0, 0, 0, 0};
    _Bool inexact;
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    _Bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if (begins(text, "inf")) {
        if (end != 0)
            *end = (char *)text + (begins(text, "infinity") ? 8 : 3);
        return negative ? -__builtin_infl() : __builtin_infl();
    }
    if (begins(text, "nan")) {
        text += 3;
        if (*text == '(') {
            const char *inside = text + 1;
            while (*inside == '_' || hex_digit(*inside) >= 0 || (folded(*inside) >= 'a' && folded(*inside) <= 'z'))
                inside++;
            if (*inside == ')')
                text = inside + 1;
        }
        if (end != 0)
            *end = (char *)text;
        return negative ? -__builtin_nanl("") : __builtin_nanl("");
    }
    if (text[0] == '0' && folded(text[1]) == 'x' &&
        (hex_digit(text[2]) >= 0 || (text[2] == '.' && hex_digit(text[3]) >= 0))) {
        text = read_hexadecimal(text + 2, &number);
    } else if ((*text >= '0' && *text <= '9') || (*text == '.' && text[1] >= '0' && text[1] <= '9')) {
        text = read_decimal(text, &number);
    } else {
        if (end != 0)
            *end = (char *)start;
        return 0;
    }
    if (end != 0)
        *end = (char *)text;
    if (number.significand == 0)
        return negative ? -0.0L : 0.0L;
    int least = 3 - top - precision; /* the exponent of the last place of a subnormal */
    number = rounded(number, precision, least, &inexact);
    if (number.significand == 0 || (inexact && number.exponent == least && number.significand >> (precision - 1) == 0))
        *__errno_location() = 34;
    long double value = ldexpl((long double)number.significand, number.exponent);
    if (value / 2 >= ldexpl(1.0L, top - 1)) {
        *__errno_location() = 34;
        value = __builtin_infl();
    }
    return negative ? -value : value;
}

long double strtold(const char *restrict text, char **restrict end) { return read_number(text, end, 64, 16384); }
double strtod(const char *restrict text, char **restrict end) { return (double)read_number(text, end, 53, 1024); }
float strtof(const char *restrict text, char **restrict end) { return (float)read_number(text, end, 24, 128); }
double atof(const char *text) { return strtod(text, 0); }
