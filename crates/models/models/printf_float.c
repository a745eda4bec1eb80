/* Exact decimal and hexadecimal output of floating-point numbers.

   A finite binary number is m * 2^e with integers m and e, so it has a finite decimal expansion:
   for e >= 0 the integer m * 2^e, for e < 0 the integer m * 5^(-e) with the decimal point moved -e places.
   Both are computed exactly in base 10^9 and rounded once, half to even, at the digit the
   conversion asks for. That is what "correctly rounded" means, and what glibc prints in the
   default rounding mode.

   Assumes `long double` to be the x87 format (explicit leading bit, 64-bit significand), as on i386
   and x86-64. Doubles are widened to it first, which is exact. */

enum { limb_digits = 9, limb_base = 1000000000, limb_count = 1290 };

/* The integer sum(limb[i] * 10^(9 i)), read as a decimal fraction with `scale` digits after the point. */
struct decimal {
    int used;
    int scale;
    unsigned limb[limb_count];
};

static const unsigned power_of_ten[9] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

static void multiply(struct decimal *number, unsigned factor) {
    unsigned long long carry = 0;
    for (int i = 0; i < number->used; i++) {
        carry += (unsigned long long)number->limb[i] * factor;
        number->limb[i] = (unsigned)(carry % limb_base);
        carry /= limb_base;
    }
    while (carry != 0) {
        number->limb[number->used++] = (unsigned)(carry % limb_base);
        carry /= limb_base;
    }
}

static void decimal_from(struct decimal *number, unsigned long long significand, int exponent) {
    number->used = 0;
    number->scale = 0;
    if (significand == 0)
        return;
    while ((significand & 1) == 0) {
        significand >>= 1;
        exponent++;
    }
    for (; significand != 0; significand /= limb_base)
        number->limb[number->used++] = (unsigned)(significand % limb_base);
    for (; exponent >= 29; exponent -= 29)
        multiply(number, 1u << 29);
    if (exponent > 0)
        multiply(number, 1u << exponent);
    if (exponent < 0) {
        number->scale = -exponent;
        for (; exponent <= -13; exponent += 13)
            multiply(number, 1220703125u); /* 5^13 */
        for (; exponent < 0; exponent++)
            multiply(number, 5);
    }
}

/* The digit worth 10^position of the unscaled integer; 0 outside of it. */
static int digit_at(const struct decimal *number, int position) {
    if (position < 0 || position / limb_digits >= number->used)
        return 0;
    return (int)(number->limb[position / limb_digits] / power_of_ten[position % limb_digits] % 10);
}

/* Number of digits of the unscaled integer; 1 for zero. */
static int digit_count(const struct decimal *number) {
    if (number->used == 0)
        return 1;
    int count = (number->used - 1) * limb_digits;
    for (unsigned top = number->limb[number->used - 1]; top != 0; top /= 10)
        count++;
    return count;
}

/* Rounds so that the lowest `dropped` digits of the unscaled integer become zero. */
static void round_away(struct decimal *number, int dropped) {
    if (dropped <= 0 || number->used == 0)
        return;
    if (dropped > digit_count(number)) { /* less than a tenth of the unit kept */
        number->used = 0;
        return;
    }
    int place = dropped / limb_digits;
    int first = digit_at(number, dropped - 1);
    _Bool up = first > 5;
    if (first == 5) {
        _Bool beyond_half = 0;
        int below = (dropped - 1) / limb_digits;
        if (below < number->used) {
            beyond_half = number->limb[below] % power_of_ten[(dropped - 1) % limb_digits] != 0;
            for (int i = 0; i < below && !beyond_half; i++)
                beyond_half = number->limb[i] != 0;
        }
        up = beyond_half || digit_at(number, dropped) % 2 == 1;
    }
    for (int i = 0; i < place && i < number->used; i++)
        number->limb[i] = 0;
    while (number->used <= place)
        number->limb[number->used++] = 0;
    unsigned unit = power_of_ten[dropped % limb_digits];
    number->limb[place] -= number->limb[place] % unit;
    if (up) {
        number->limb[place] += unit;
        for (int i = place; number->limb[i] >= limb_base; i++) {
            number->limb[i] -= limb_base;
            if (i + 1 == number->used)
                number->limb[number->used++] = 0;
            number->limb[i + 1]++;
        }
    }
    while (number->used > 0 && number->limb[number->used - 1] == 0)
        number->used--;
}

/* The sign character or 0. */
static int sign_of(struct __unspool_conversion *conversion, _Bool negative) {
    return negative ? '-' : conversion->plus ? '+' : conversion->space ? ' ' : 0;
}

/* Everything before the first digit: padding, sign, radix prefix. Returns the blanks due after the last. */
static long put_front(struct __unspool_sink *sink, struct __unspool_conversion *conversion, int sign, _Bool hexadecimal,
                      _Bool finite, long body_length) {
    long total = body_length + (sign != 0) + (hexadecimal ? 2 : 0);
    long padding = conversion->width > total ? conversion->width - total : 0;
    _Bool zeros = conversion->zero && !conversion->left && finite;
    if (!conversion->left && !zeros)
        __unspool_put_repeated(sink, ' ', padding);
    if (sign != 0)
        __unspool_put(sink, sign);
    if (hexadecimal) {
        __unspool_put(sink, '0');
        __unspool_put(sink, conversion->upper ? 'X' : 'x');
    }
    if (zeros)
        __unspool_put_repeated(sink, '0', padding);
    return conversion->left ? padding : 0;
}

static void put_not_finite(struct __unspool_sink *sink, struct __unspool_conversion *conversion, int sign, _Bool infinite) {
    const char *text = infinite ? (conversion->upper ? "INF" : "inf") : (conversion->upper ? "NAN" : "nan");
    long after = put_front(sink, conversion, sign, 0, 0, 3);
    for (int i = 0; i < 3; i++)
        __unspool_put(sink, text[i]);
    __unspool_put_repeated(sink, ' ', after);
}

static void put_fixed(struct __unspool_sink *sink, struct __unspool_conversion *conversion, struct decimal *number, int sign,
                      int precision) {
    int whole = digit_count(number) - number->scale;
    if (whole < 1)
        whole = 1;
    _Bool point = precision > 0 || conversion->alternate;
    long after = put_front(sink, conversion, sign, 0, 1, (long)whole + point + precision);
    for (int i = whole - 1; i >= 0; i--)
        __unspool_put(sink, '0' + digit_at(number, number->scale + i));
    if (point)
        __unspool_put(sink, '.');
    for (int i = 1; i <= precision; i++)
        __unspool_put(sink, '0' + (i <= number->scale ? digit_at(number, number->scale - i) : 0));
    __unspool_put_repeated(sink, ' ', after);
}

/* `exponent` in decimal with sign and at least `least` digits. */
static void put_exponent(struct __unspool_sink *sink, int letter, int exponent, int least) {
    char digits[8];
    int count = 0;
    __unspool_put(sink, letter);
    __unspool_put(sink, exponent < 0 ? '-' : '+');
    if (exponent < 0)
        exponent = -exponent;
    while (count < least || exponent != 0) {
        digits[count++] = (char)('0' + exponent % 10);
        exponent /= 10;
    }
    while (count > 0)
        __unspool_put(sink, digits[--count]);
}

static int exponent_length(int exponent, int least) {
    int length = 0;
    for (int rest = exponent < 0 ? -exponent : exponent; rest != 0; rest /= 10)
        length++;
    return 2 + (length > least ? length : least);
}

static void put_scientific(struct __unspool_sink *sink, struct __unspool_conversion *conversion, struct decimal *number,
                           int sign, int precision) {
    int count = digit_count(number);
    int exponent = number->used == 0 ? 0 : count - 1 - number->scale;
    _Bool point = precision > 0 || conversion->alternate;
    long after = put_front(sink, conversion, sign, 0, 1, 1L + point + precision + exponent_length(exponent, 2));
    __unspool_put(sink, '0' + digit_at(number, count - 1));
    if (point)
        __unspool_put(sink, '.');
    for (int i = 1; i <= precision; i++)
        __unspool_put(sink, '0' + digit_at(number, count - 1 - i));
    put_exponent(sink, conversion->upper ? 'E' : 'e', exponent, 2);
    __unspool_put_repeated(sink, ' ', after);
}

/* %g: `precision` significant digits, in whichever of the two styles is apt; trailing zeros go unless '#'. */
static void put_general(struct __unspool_sink *sink, struct __unspool_conversion *conversion, struct decimal *number, int sign,
                        int precision) {
    if (precision == 0)
        precision = 1;
    round_away(number, digit_count(number) - precision);
    int count = digit_count(number);
    int exponent = number->used == 0 ? 0 : count - 1 - number->scale;
    int kept = precision;
    if (!conversion->alternate) {
        if (kept > count)
            kept = count;
        while (kept > 1 && digit_at(number, count - kept) == 0)
            kept--;
    }
    if (exponent < -4 || exponent >= precision)
        put_scientific(sink, conversion, number, sign, kept - 1);
    else
        put_fixed(sink, conversion, number, sign, kept - 1 - exponent > 0 ? kept - 1 - exponent : 0);
}

void __unspool_put_float(struct __unspool_sink *sink, struct __unspool_conversion *conversion, long double value) {
    union long_double_bits bits;
    struct decimal number;
    bits.value = value;
    int sign = sign_of(conversion, bits.parts.sign_and_exponent >> 15);
    int exponent = bits.parts.sign_and_exponent & 32767;
    int precision = conversion->precision < 0 ? 6 : conversion->precision;
    if (exponent == 32767) {
        put_not_finite(sink, conversion, sign, bits.parts.significand << 1 == 0);
        return;
    }
    decimal_from(&number, bits.parts.significand, (exponent == 0 ? 1 : exponent) - 16383 - 63);
    if (conversion->letter == 'f') {
        if (precision < number.scale)
            round_away(&number, number.scale - precision);
        put_fixed(sink, conversion, &number, sign, precision);
    } else if (conversion->letter == 'e') {
        round_away(&number, digit_count(&number) - 1 - precision);
        put_scientific(sink, conversion, &number, sign, precision);
    } else {
        put_general(sink, conversion, &number, sign, precision);
    }
}

/* %a. A double has one bit before the point, a long double four, as glibc prints them. */
void __unspool_put_hex_float(struct __unspool_sink *sink, struct __unspool_conversion *conversion, long double value,
                             _Bool is_long) {
    union long_double_bits bits;
    bits.value = value;
    int sign = sign_of(conversion, bits.parts.sign_and_exponent >> 15);
    int exponent = bits.parts.sign_and_exponent & 32767;
    unsigned long long fraction = bits.parts.significand; /* left-aligned digits after the point */
    unsigned lead;
    if (exponent == 32767) {
        put_not_finite(sink, conversion, sign, fraction << 1 == 0);
        return;
    }
    if (fraction == 0) {
        lead = 0;
        exponent = 0;
    } else if (is_long) {
        exponent = (exponent == 0 ? 1 : exponent) - 16383 - 3;
        lead = (unsigned)(fraction >> 60);
        fraction <<= 4;
    } else {
        exponent -= 16383;
        lead = 1;
        fraction <<= 1;
        if (exponent < -1022) { /* a double that is subnormal keeps its exponent and leads with 0 */
            fraction = (fraction >> 1 | 1ull << 63) >> (-1023 - exponent);
            exponent = -1022;
            lead = 0;
        }
    }
    int precision = conversion->precision;
    if (precision < 0) {
        precision = 0;
        for (unsigned long long rest = fraction; rest != 0; rest <<= 4)
            precision++;
    } else if (precision < 16) {
        unsigned long long dropped = precision == 0 ? fraction : fraction << (4 * precision);
        fraction = precision == 0 ? 0 : fraction >> (64 - 4 * precision) << (64 - 4 * precision);
        unsigned long long half = 1ull << 63;
        unsigned last = precision == 0 ? lead : (unsigned)(fraction >> (64 - 4 * precision));
        if (dropped > half || (dropped == half && last % 2 == 1)) {
            unsigned long long unit = precision == 0 ? 0 : 1ull << (64 - 4 * precision);
            fraction += unit;
            if (fraction < unit || precision == 0)
                lead++;
        }
        if (lead == 16) { /* only a long double leads with 15 */
            lead = 1;
            exponent += 4;
        }
    }
    _Bool point = precision > 0 || conversion->alternate;
    long after = put_front(sink, conversion, sign, 1, 1, 1L + point + precision + exponent_length(exponent, 1));
    char letters = conversion->upper ? 'A' : 'a';
    __unspool_put(sink, (int)(lead < 10 ? '0' + lead : letters + lead - 10));
    if (point)
        __unspool_put(sink, '.');
    for (int i = 0; i < precision; i++) {
        unsigned digit = (unsigned)(fraction >> 60);
        fraction <<= 4;
        __unspool_put(sink, (int)(digit < 10 ? '0' + digit : letters + digit - 10));
    }
    put_exponent(sink, conversion->upper ? 'P' : 'p', exponent, 1);
    __unspool_put_repeated(sink, ' ', after);
}
