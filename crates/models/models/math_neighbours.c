/* <math.h>: the next number up or down, and the remainder of a rounded division.

   Finite numbers of one sign are ordered as the integers that their bits are, so that the neighbour is one more or one less.
   remainder(x, y) is x - n * y for the integer n nearest to x / y, which is exact: fmod by eight divisors leaves a rest from
   which a few divisors are taken.

   Assumptions:
   - remquo: three bits of the quotient are given, as C promises at least. */

long double fmodl(long double number, long double divisor);

float nextafterf(float from, float towards) {
    union float_bits view = {from};
    if (from != from || towards != towards)
        return from + towards;
    if (from == towards)
        return towards;
    if (from == 0)
        view.bits = towards > 0 ? 1u : 0x80000001u;
    else
        view.bits += (from < towards) == (from > 0) ? 1u : -1u;
    if (view.bits << 1 >= 0xff000000u || view.bits << 1 < 0x01000000u)
        *__errno_location() = 34; /* ERANGE: the result is infinite or subnormal */
    return view.value;
}

static double double_neighbour(double from, _Bool up) {
    union double_bits view = {from};
    if (from == 0)
        view.bits = up ? 1ull : 0x8000000000000001ull;
    else
        view.bits += up == (from > 0) ? 1ull : -1ull;
    if (view.bits << 1 >= 0xffe0000000000000ull || view.bits << 1 < 0x0020000000000000ull)
        *__errno_location() = 34;
    return view.value;
}

double nextafter(double from, double towards) {
    if (from != from || towards != towards)
        return from + towards;
    return from == towards ? towards : double_neighbour(from, from < towards);
}

double nexttoward(double from, long double towards) {
    if (from != from || towards != towards)
        return (double)(from + towards);
    return from == towards ? (double)towards : double_neighbour(from, from < towards);
}

float nexttowardf(float from, long double towards) {
    if (from != from || towards != towards)
        return (float)(from + towards);
    return nextafterf(from, from == towards ? (float)towards : from < towards ? __builtin_inff() : -__builtin_inff());
}

/* The significand of a `long double` has its leading bit written out, so a step out of it changes the exponent too. */
long double nextafterl(long double from, long double towards) {
    union long_double_bits view = {from};
    if (from != from || towards != towards)
        return from + towards;
    if (from == towards)
        return towards;
    if (from == 0) {
        view.parts.significand = 1;
        view.parts.sign_and_exponent = towards > 0 ? 0 : 32768;
    } else if ((from < towards) == (from > 0)) {
        if (++view.parts.significand << 1 == 0) {
            view.parts.significand = 1ull << 63;
            view.parts.sign_and_exponent++;
        }
    } else if (view.parts.significand == 1ull << 63 && (view.parts.sign_and_exponent & 32767) > 1) {
        view.parts.significand = ~0ull;
        view.parts.sign_and_exponent--;
    } else {
        if (view.parts.significand-- == 1ull << 63)
            view.parts.sign_and_exponent--;
    }
    unsigned exponent = view.parts.sign_and_exponent & 32767;
    if (exponent == 32767 || exponent == 0)
        *__errno_location() = 34;
    return view.value;
}

long double nexttowardl(long double from, long double towards) { return nextafterl(from, towards); }

long double remquol(long double number, long double divisor, int *quotient) {
    _Bool negative = (number < 0) != (divisor < 0);
    *quotient = 0;
    if (number != number || divisor != divisor)
        return number + divisor;
    long double size = fabsl(divisor);
    if (divisor == 0 || fabsl(number) == __builtin_infl()) {
        *__errno_location() = 33; /* EDOM */
        return -__builtin_nanl("");
    }
    if (size == __builtin_infl())
        return number;
    /* Eight divisors at most are left over, if eight of them are a number at all. */
    _Bool scalable = size < ldexpl(1.0L, 16380);
    long double rest = scalable ? fmodl(fabsl(number), 8 * size) : fabsl(number);
    int count = 0;
    for (int bit = 4; bit > 0; bit >>= 1)
        if (scalable ? rest >= bit * size : bit == 1 && rest >= size) {
            rest -= bit * size;
            count += bit;
        }
    /* More than half a divisor, or exactly half with an odd count: one more. Halving could lose a bit, doubling overflow. */
    _Bool beyond_half = rest > size - rest;
    if (beyond_half || (rest == size - rest && (count & 1))) {
        rest -= size;
        count++;
    }
    *quotient = negative ? -(count & 7) : count & 7;
    if (rest == 0)
        return copysignl(0.0L, number);
    return __builtin_signbit(number) ? -rest : rest;
}

double remquo(double number, double divisor, int *quotient) { return (double)remquol(number, divisor, quotient); }
float remquof(float number, float divisor, int *quotient) { return (float)remquol(number, divisor, quotient); }

long double remainderl(long double number, long double divisor) {
    int quotient;
    return remquol(number, divisor, &quotient);
}

double remainder(double number, double divisor) { return (double)remainderl(number, divisor); }
float remainderf(float number, float divisor) { return (float)remainderl(number, divisor); }
double drem(double number, double divisor) { return remainder(number, divisor); }
float dremf(float number, float divisor) { return remainderf(number, divisor); }
