/* <math.h>: fma, a product and a sum with a single rounding.

   The exact product of two 64-bit significands has 128 bits. It and the third number are aligned in 192 bits, where what is shifted out
   below leaves a "sticky" bit: with so much room at most two leading bits cancel in a difference of numbers that far apart, so the
   64 bits of the result, the bit after them and stickiness are right. For float and double these 64 bits, the last one set
   if anything follows, are rounded once more by the conversion, which then is as rounding the exact result.

   Assumptions:
   - fmal: a subnormal result may be rounded twice. */

struct wide_significand {
    unsigned long long word[3]; /* the lowest first */
};

static void shift_down(struct wide_significand *number, int shift) {
    for (; shift > 0 && (number->word[2] | number->word[1] | (number->word[0] & ~1ull)) != 0; shift--) {
        unsigned long long lost = number->word[0] & 1;
        number->word[0] = number->word[0] >> 1 | number->word[1] << 63;
        number->word[1] = number->word[1] >> 1 | number->word[2] << 63;
        number->word[2] >>= 1;
        number->word[0] |= lost;
    }
}

static void shift_up_once(struct wide_significand *number) {
    number->word[2] = number->word[2] << 1 | number->word[1] >> 63;
    number->word[1] = number->word[1] << 1 | number->word[0] >> 63;
    number->word[0] <<= 1;
}

static void add_wide(struct wide_significand *sum, const struct wide_significand *other) {
    unsigned long long carry = 0;
    for (int i = 0; i < 3; i++) {
        unsigned long long part = sum->word[i] + carry;
        carry = part < carry;
        sum->word[i] = part + other->word[i];
        carry += sum->word[i] < part;
    }
}

/* Subtracts the smaller from the larger; whether it was the other way round. */
static _Bool subtract_wide(struct wide_significand *from, const struct wide_significand *other) {
    struct wide_significand left = *from;
    struct wide_significand right = *other;
    int i = 2;
    while (i > 0 && left.word[i] == right.word[i])
        i--;
    _Bool swapped = left.word[i] < right.word[i];
    if (swapped) {
        left = *other;
        right = *from;
    }
    unsigned long long borrow = 0;
    for (i = 0; i < 3; i++) {
        unsigned long long part = left.word[i] - borrow;
        borrow = part > left.word[i];
        from->word[i] = part - right.word[i];
        borrow += from->word[i] > part;
    }
    return swapped;
}

static unsigned long long significand_of(long double number, int *exponent) {
    union long_double_bits view;
    view.value = frexpl(number, exponent);
    *exponent -= 64;
    return number == 0 ? 0 : view.parts.significand;
}

static void multiply_wide(unsigned long long a, unsigned long long b, unsigned long long *high, unsigned long long *low) {
    unsigned long long low_low = (a & 0xffffffff) * (b & 0xffffffff);
    unsigned long long low_high = (a & 0xffffffff) * (b >> 32);
    unsigned long long high_low = (a >> 32) * (b & 0xffffffff);
    unsigned long long middle = (low_low >> 32) + (low_high & 0xffffffff) + (high_low & 0xffffffff);
    *low = middle << 32 | (low_low & 0xffffffff);
    *high = (a >> 32) * (b >> 32) + (low_high >> 32) + (high_low >> 32) + (middle >> 32);
}

static _Bool is_finite_and_not_zero(long double number) { return number != 0 && number - number == 0; }

/* x * y + z for finite x and y that are not zero and finite z; rounded to odd or to nearest. */
static long double fused(long double x, long double y, long double z, _Bool to_odd) {
    int x_exponent;
    int y_exponent;
    int z_exponent;
    struct wide_significand product = {{0, 0, 0}};
    struct wide_significand addend = {{0, 0, 0}};
    unsigned long long x_bits = significand_of(x, &x_exponent);
    unsigned long long y_bits = significand_of(y, &y_exponent);
    multiply_wide(x_bits, y_bits, &product.word[2], &product.word[1]);
    addend.word[2] = significand_of(z, &z_exponent);
    /* Of the lowest of the 192 bits; one place is left free at the top for a carry. */
    int exponent = x_exponent + y_exponent - 64 + 1;
    shift_down(&product, 1);
    if (z != 0) {
        z_exponent += 1 - 128;
        shift_down(&addend, 1);
        if (z_exponent > exponent) {
            shift_down(&product, z_exponent - exponent);
            exponent = z_exponent;
        } else {
            shift_down(&addend, exponent - z_exponent);
        }
    }
    _Bool negative = (x < 0) != (y < 0);
    if (negative == (z < 0) || z == 0)
        add_wide(&product, &addend);
    else if (subtract_wide(&product, &addend))
        negative = !negative;
    if ((product.word[2] | product.word[1] | product.word[0]) == 0)
        return 0.0L;
    for (; product.word[2] >> 63 == 0; exponent--)
        shift_up_once(&product);
    unsigned long long bits = product.word[2];
    _Bool half = product.word[1] >> 63;
    _Bool rest = product.word[1] << 1 != 0 || product.word[0] != 0;
    long double rounded_bits = (long double)(to_odd ? bits | (half || rest) : bits);
    if (!to_odd && half && (rest || (bits & 1)))
        rounded_bits += 1.0L;
    long double size = ldexpl(rounded_bits, exponent + 128);
    return negative ? -size : size;
}

double fma(double x, double y, double z) {
    if (!is_finite_and_not_zero(x) || !is_finite_and_not_zero(y))
        return x * y + z;
    return z - z == 0 ? (double)fused(x, y, z, 1) : z;
}

float fmaf(float x, float y, float z) {
    if (!is_finite_and_not_zero(x) || !is_finite_and_not_zero(y))
        return x * y + z;
    return z - z == 0 ? (float)fused(x, y, z, 1) : z;
}

long double fmal(long double x, long double y, long double z) {
    if (!is_finite_and_not_zero(x) || !is_finite_and_not_zero(y))
        return x * y + z;
    return z - z == 0 ? fused(x, y, z, 0) : z;
}
