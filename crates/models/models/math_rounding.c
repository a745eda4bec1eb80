/* <math.h>: rounding to integers, trunc, floor, ceil, round, rint, modf and the conversions lround, lrint.

   `trunc` clears the bits of the fraction; the others add one to its result where they must. Above 2^52 (2^63 for
   long double) every number is an integer already, and NaNs and infinities stay themselves. Floats go through double:
   the result is an integer of at most 24 bits, so the way back is exact. Results keep the sign of the argument, zeros included.

   Assumptions:
   - rint*, nearbyint*, lrint*, llrint*: round half to even, the default mode; other modes are not modelled.
   - lround*, llround*, lrint*, llrint*: a result out of range, unspecified in C, is that of a conversion out of range.
   - Floating-point exceptions are not raised, by these and by all other functions of <math.h>. */

double trunc(double number) {
    union double_bits view = {number};
    int exponent = (int)(view.bits >> 52 & 2047) - 1023;
    if (exponent < 0)
        view.bits &= 1ull << 63;
    else if (exponent < 52)
        view.bits &= ~((1ull << (52 - exponent)) - 1);
    return view.value;
}

long double truncl(long double number) {
    union long_double_bits view = {number};
    int exponent = (view.parts.sign_and_exponent & 32767) - 16383;
    if (exponent < 0)
        return copysignl(0.0L, number);
    if (exponent < 63)
        view.parts.significand &= ~((1ull << (63 - exponent)) - 1);
    return view.value;
}

double floor(double number) {
    double whole = trunc(number);
    return whole > number ? whole - 1.0 : whole;
}

long double floorl(long double number) {
    long double whole = truncl(number);
    return whole > number ? whole - 1.0L : whole;
}

double ceil(double number) {
    double whole = trunc(number);
    return whole < number ? copysign(whole + 1.0, number) : whole;
}

long double ceill(long double number) {
    long double whole = truncl(number);
    return whole < number ? copysignl(whole + 1.0L, number) : whole;
}

/* Halves away from zero. The fraction is exact, and zero where the number has none. */
double round(double number) {
    double whole = trunc(number);
    double fraction = number - whole;
    if (fraction >= 0.5)
        return whole + 1.0;
    if (fraction <= -0.5)
        return whole - 1.0;
    return whole;
}

long double roundl(long double number) {
    long double whole = truncl(number);
    long double fraction = number - whole;
    if (fraction >= 0.5L)
        return whole + 1.0L;
    if (fraction <= -0.5L)
        return whole - 1.0L;
    return whole;
}

/* Halves to even. */
double rint(double number) {
    double whole = trunc(number);
    double fraction = number - whole;
    _Bool odd = trunc(whole / 2.0) * 2.0 != whole;
    if (fraction > 0.5 || (fraction == 0.5 && odd))
        return whole + 1.0;
    if (fraction < -0.5 || (fraction == -0.5 && odd))
        return whole - 1.0;
    return whole;
}

long double rintl(long double number) {
    long double whole = truncl(number);
    long double fraction = number - whole;
    _Bool odd = truncl(whole / 2.0L) * 2.0L != whole;
    if (fraction > 0.5L || (fraction == 0.5L && odd))
        return whole + 1.0L;
    if (fraction < -0.5L || (fraction == -0.5L && odd))
        return whole - 1.0L;
    return whole;
}

double roundeven(double number) { return rint(number); }
long double roundevenl(long double number) { return rintl(number); }
double nearbyint(double number) { return rint(number); }
long double nearbyintl(long double number) { return rintl(number); }

float truncf(float number) { return (float)trunc(number); }
float floorf(float number) { return (float)floor(number); }
float ceilf(float number) { return (float)ceil(number); }
float roundf(float number) { return (float)round(number); }
float rintf(float number) { return (float)rint(number); }
float roundevenf(float number) { return (float)rint(number); }
float nearbyintf(float number) { return (float)rint(number); }

long lround(double number) { return (long)round(number); }
long lroundf(float number) { return (long)round(number); }
long lroundl(long double number) { return (long)roundl(number); }
long long llround(double number) { return (long long)round(number); }
long long llroundf(float number) { return (long long)round(number); }
long long llroundl(long double number) { return (long long)roundl(number); }
long lrint(double number) { return (long)rint(number); }
long lrintf(float number) { return (long)rint(number); }
long lrintl(long double number) { return (long)rintl(number); }
long long llrint(double number) { return (long long)rint(number); }
long long llrintf(float number) { return (long long)rint(number); }
long long llrintl(long double number) { return (long long)rintl(number); }

static _Bool is_infinite(long double number) { return number != 0 && number / 2 == number; }

double modf(double number, double *whole) {
    *whole = trunc(number);
    return copysign(is_infinite(number) ? 0.0 : number - *whole, number);
}

float modff(float number, float *whole) {
    double double_whole;
    float fraction = (float)modf(number, &double_whole);
    *whole = (float)double_whole;
    return fraction;
}

long double modfl(long double number, long double *whole) {
    *whole = truncl(number);
    return copysignl(is_infinite(number) ? 0.0L : number - *whole, number);
}
