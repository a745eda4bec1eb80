/* <math.h>: what kind of number, the functions behind isnan, isinf, signbit, fpclassify, and those that only touch the sign.

   All work on the bits, so that they say the right thing about NaNs. The results are glibc's: __isinf
   tells the sign, fpclassify answers 0 NaN, 1 infinite, 2 zero, 3 subnormal, 4 normal.

   Assumptions:
   - float, double: IEEE binary32 and binary64; `long double`: the x87 format.
   - fmin, fmax: of two zeros the first one wins, while C leaves it open.
   - nan: the payload that the text asks for is ignored. */

static int class_of(_Bool largest_exponent, _Bool least_exponent, _Bool zero_fraction) {
    if (largest_exponent)
        return zero_fraction ? 1 : 0;
    if (least_exponent)
        return zero_fraction ? 2 : 3;
    return 4;
}

int __fpclassifyf(float number) {
    union float_bits view = {number};
    unsigned exponent = view.bits >> 23 & 255;
    return class_of(exponent == 255, exponent == 0, view.bits << 9 == 0);
}

int __fpclassify(double number) {
    union double_bits view = {number};
    unsigned exponent = (unsigned)(view.bits >> 52) & 2047;
    return class_of(exponent == 2047, exponent == 0, view.bits << 12 == 0);
}

int __fpclassifyl(long double number) {
    union long_double_bits view = {number};
    unsigned exponent = view.parts.sign_and_exponent & 32767;
    return class_of(exponent == 32767, exponent == 0, view.parts.significand << 1 == 0);
}

int __signbitf(float number) {
    union float_bits view = {number};
    return (int)(view.bits >> 31);
}

int __signbit(double number) {
    union double_bits view = {number};
    return (int)(view.bits >> 63);
}

int __signbitl(long double number) {
    union long_double_bits view = {number};
    return view.parts.sign_and_exponent >> 15;
}

int __isnanf(float number) { return number != number; }
int __isnan(double number) { return number != number; }
int __isnanl(long double number) { return number != number; }
int isnanf(float number) { return number != number; }
int isnan(double number) { return number != number; }
int isnanl(long double number) { return number != number; }

int __isinff(float number) { return __fpclassifyf(number) != 1 ? 0 : __signbitf(number) ? -1 : 1; }
int __isinf(double number) { return __fpclassify(number) != 1 ? 0 : __signbit(number) ? -1 : 1; }
int __isinfl(long double number) { return __fpclassifyl(number) != 1 ? 0 : __signbitl(number) ? -1 : 1; }
int isinff(float number) { return __isinff(number); }
int isinf(double number) { return __isinf(number); }
int isinfl(long double number) { return __isinfl(number); }

int __finitef(float number) { return __fpclassifyf(number) > 1; }
int __finite(double number) { return __fpclassify(number) > 1; }
int __finitel(long double number) { return __fpclassifyl(number) > 1; }
int finitef(float number) { return __finitef(number); }
int finite(double number) { return __finite(number); }
int finitel(long double number) { return __finitel(number); }

float copysignf(float number, float sign) {
    union float_bits view = {number};
    view.bits = (view.bits & 0x7fffffffu) | ((unsigned)__signbitf(sign) << 31);
    return view.value;
}

double copysign(double number, double sign) {
    union double_bits view = {number};
    view.bits = (view.bits & 0x7fffffffffffffffull) | ((unsigned long long)__signbit(sign) << 63);
    return view.value;
}

long double copysignl(long double number, long double sign) {
    union long_double_bits view = {number};
    view.parts.sign_and_exponent = (unsigned short)((view.parts.sign_and_exponent & 32767) | (__signbitl(sign) << 15));
    return view.value;
}

float fabsf(float number) { return copysignf(number, 1.0f); }
double fabs(double number) { return copysign(number, 1.0); }
long double fabsl(long double number) { return copysignl(number, 1.0L); }

/* A NaN loses against a number; which zero wins is not specified. */
float fminf(float a, float b) { return a != a || b < a ? b : a; }
double fmin(double a, double b) { return a != a || b < a ? b : a; }
long double fminl(long double a, long double b) { return a != a || b < a ? b : a; }
float fmaxf(float a, float b) { return a != a || b > a ? b : a; }
double fmax(double a, double b) { return a != a || b > a ? b : a; }
long double fmaxl(long double a, long double b) { return a != a || b > a ? b : a; }

double fdim(double a, double b) { return a <= b ? 0.0 : a - b; }
float fdimf(float a, float b) { return a <= b ? 0.0f : a - b; }
long double fdiml(long double a, long double b) { return a <= b ? 0.0L : a - b; }

double nan(const char *payload) { return __builtin_nan(""); }
float nanf(const char *payload) { return __builtin_nanf(""); }
long double nanl(const char *payload) { return __builtin_nanl(""); }
