/* <math.h>: powers of two and exact arithmetic on significands, ldexp, frexp, ilogb, sqrt, fmod.

   ldexp multiplies by powers of two; all steps but the last are exact, so that a subnormal result is rounded only
   once. sqrt computes the root of the significand digit by digit in integers and rounds half to even (a
   root is never exactly half way, so one more bit and the remainder decide). fmod subtracts shifted
   significands, which is exact. Domain errors give NaN and set EDOM, range errors set ERANGE, as glibc does.

   Assumptions:
   - float, double: IEEE binary32 and binary64; `long double`: the x87 format. */

/* 2^exponent for an exponent that a normal long double has. */
static long double power_of_two(int exponent) {
    union long_double_bits view;
    view.value = 1.0L;
    view.parts.sign_and_exponent = (unsigned short)(16383 + exponent);
    return view.value;
}

/* 0, NaN and infinities, which scaling does not change. */
static _Bool is_special(long double number) { return number == 0 || number != number || number / 2 == number; }

/* number = result * 2^exponent with 0.5 <= |result| < 1. */
long double frexpl(long double number, int *exponent) {
    union long_double_bits view = {number};
    *exponent = 0;
    if (is_special(number))
        return number;
    if ((view.parts.sign_and_exponent & 32767) == 0) {
        view.value = number * power_of_two(64);
        *exponent = -64;
    }
    *exponent += (view.parts.sign_and_exponent & 32767) - 16382;
    view.parts.sign_and_exponent = (unsigned short)((view.parts.sign_and_exponent & 32768) | 16382);
    return view.value;
}

double frexp(double number, int *exponent) { return (double)frexpl(number, exponent); }
float frexpf(float number, int *exponent) { return (float)frexpl(number, exponent); }

long double ldexpl(long double number, int exponent) {
    if (is_special(number))
        return number;
    int own;
    long double fraction = frexpl(number, &own);
    /* Beyond 40000 either way the result is infinite or zero whatever the number; clipping avoids overflow. */
    long total = (long)own + (exponent > 40000 ? 40000 : exponent < -40000 ? -40000 : exponent);
    if (total > 16384) {
        *__errno_location() = 34;
        return copysignl(__builtin_infl(), number);
    }
    if (total < -16600)
        total = -16600;
    if (total > 16300)
        return fraction * power_of_two(16300) * power_of_two((int)total - 16300);
    if (total > -16300)
        return fraction * power_of_two((int)total);
    long double result = fraction * power_of_two(-16300) * power_of_two((int)total + 16300);
    if (result == 0)
        *__errno_location() = 34;
    return result;
}

/* A double times a power of two is exact in long double's wider range, so the conversion back is the only rounding. */
double ldexp(double number, int exponent) {
    double result = (double)ldexpl(number, exponent);
    if (!is_special(number) && is_special(result))
        *__errno_location() = 34;
    return result;
}

float ldexpf(float number, int exponent) {
    float result = (float)ldexpl(number, exponent);
    if (!is_special(number) && is_special(result))
        *__errno_location() = 34;
    return result;
}

double scalbn(double number, int exponent) { return ldexp(number, exponent); }
float scalbnf(float number, int exponent) { return ldexpf(number, exponent); }
long double scalbnl(long double number, int exponent) { return ldexpl(number, exponent); }

static int clipped(long exponent) { return exponent > 40000 ? 40000 : exponent < -40000 ? -40000 : (int)exponent; }
double scalbln(double number, long exponent) { return ldexp(number, clipped(exponent)); }
float scalblnf(float number, long exponent) { return ldexpf(number, clipped(exponent)); }
long double scalblnl(long double number, long exponent) { return ldexpl(number, clipped(exponent)); }

/* The root of significand * 4^k for a 64-bit significand, to `bits` bits (at most 62), the last of which is set as well
   if anything remains below it. Digit by digit: bring down two bits of the radicand, try the next root bit. */
static unsigned long long sticky_root(unsigned long long significand, int bits) {
    unsigned long long root = 0;
    unsigned long long remainder = 0;
    for (int i = 0; i < bits; i++) {
        remainder = remainder << 2 | significand >> 62;
        significand <<= 2;
        unsigned long long trial = root << 2 | 1;
        root <<= 1;
        if (remainder >= trial) {
            remainder -= trial;
            root |= 1;
        }
    }
    return root | (remainder != 0 || significand != 0);
}

/* sqrt to at most 60 correct bits, rounded to odd: rounding it again to 53 or 24 bits is as rounding the exact root. */
static long double root_to_odd(long double number) {
    int exponent;
    union long_double_bits view;
    view.value = frexpl(number, &exponent);
    /* number = significand * 2^(exponent - 64), made an even power by giving up the lowest bit, which
       is clear because the number was a float or a double */
    unsigned long long significand = view.parts.significand;
    if (exponent & 1) {
        significand >>= 1;
        exponent++;
    }
    return (long double)sticky_root(significand, 60) * power_of_two(exponent / 2 - 60);
}

double sqrt(double number) {
    if (number != number || number == 0 || (is_special(number) && number > 0))
        return number;
    if (number < 0) {
        *__errno_location() = 33; /* EDOM */
        return -__builtin_nan("");
    }
    return (double)root_to_odd(number);
}

float sqrtf(float number) {
    if (number != number || number == 0 || (is_special(number) && number > 0))
        return number;
    if (number < 0) {
        *__errno_location() = 33;
        return -__builtin_nanf("");
    }
    return (float)root_to_odd(number);
}

/* All 64 bits of the root of a 128-bit radicand, and whether to round it up: the remainder is then
   more than half of a unit, that is, larger than the root. The remainder needs 66 bits, in two words. */
static unsigned long long long_root(unsigned long long upper, unsigned long long lower, _Bool *up) {
    unsigned long long root = 0;
    unsigned long long high = 0;
    unsigned long long low = 0;
    for (int i = 0; i < 64; i++) {
        high = high << 2 | low >> 62;
        low = low << 2 | upper >> 62;
        upper = upper << 2 | lower >> 62;
        lower <<= 2;
        unsigned long long trial_high = root >> 62;
        unsigned long long trial_low = root << 2 | 1;
        root <<= 1;
        if (high > trial_high || (high == trial_high && low >= trial_low)) {
            high = high - trial_high - (low < trial_low);
            low -= trial_low;
            root |= 1;
        }
    }
    *up = high != 0 || low > root;
    return root;
}

long double sqrtl(long double number) {
    if (number != number || number == 0 || (is_special(number) && number > 0))
        return number;
    if (number < 0) {
        *__errno_location() = 33;
        return -__builtin_nanl("");
    }
    int exponent;
    _Bool up;
    union long_double_bits view;
    view.value = frexpl(number, &exponent);
    /* number = significand * 2^(exponent - 64); with an odd exponent, (significand / 2) * 2^(exponent + 1 - 64) */
    unsigned long long upper = view.parts.significand;
    unsigned long long lower = 0;
    if (exponent & 1) {
        lower = upper << 63;
        upper >>= 1;
        exponent++;
    }
    unsigned long long root = long_root(upper, lower, &up);
    return ((long double)root + up) * power_of_two(exponent / 2 - 64);
}

static void split(long double number, unsigned long long *significand, int *exponent) {
    union long_double_bits view;
    view.value = frexpl(number, exponent);
    *significand = view.parts.significand;
    *exponent -= 64;
}

long double fmodl(long double number, long double divisor) {
    if (number != number || divisor != divisor)
        return number + divisor;
    if (divisor == 0 || (number != 0 && is_special(number))) {
        *__errno_location() = 33;
        return -__builtin_nanl("");
    }
    if (number == 0 || is_special(divisor))
        return number;
    unsigned long long rest;
    unsigned long long unit;
    int rest_exponent;
    int unit_exponent;
    split(number, &rest, &rest_exponent);
    split(divisor, &unit, &unit_exponent);
    if (rest_exponent < unit_exponent)
        return number;
    if (rest >= unit)
        rest -= unit;
    for (; rest_exponent > unit_exponent && rest != 0; rest_exponent--) {
        /* 2 * rest - unit, where 2 * rest may need 65 bits */
        _Bool carry = rest >> 63;
        rest <<= 1;
        if (carry || rest >= unit)
            rest -= unit;
    }
    return copysignl(ldexpl((long double)rest, unit_exponent), number);
}

double fmod(double number, double divisor) { return (double)fmodl(number, divisor); }
float fmodf(float number, float divisor) { return (float)fmodl(number, divisor); }

/* The exponent e of 2^e <= |number| < 2^(e+1). */
int ilogbl(long double number) {
    int exponent;
    if (number == 0 || number != number || is_special(number)) {
        *__errno_location() = 33;
        return number == 0 || number != number ? -2147483647 - 1 : 2147483647;
    }
    frexpl(number, &exponent);
    return exponent - 1;
}

int ilogb(double number) { return ilogbl(number); }
int ilogbf(float number) { return ilogbl(number); }

long double logbl(long double number) {
    if (number == 0) {
        *__errno_location() = 34;
        return -__builtin_infl();
    }
    return is_special(number) ? number * number : ilogbl(number);
}

double logb(double number) { return (double)logbl(number); }
float logbf(float number) { return (float)logbl(number); }
