/* <math.h>: functions whose results are hardly ever exact: sin, exp, log, pow and relatives.

   They are not computed. The result is any number of the range that mathematics gives the function for its argument, so that what
   is shown of a program holds whatever the library's accuracy. Where the result is exact (sin 0, exp 0, log 1, pow of
   integers as long as the result is an integer that a double holds exactly, powers of two) it is that; a domain error gives NaN and EDOM,
   a pole an infinity and ERANGE, as glibc does.

   Each function is described by its range; a draw outside of it counts as the nearer bound, so that no execution is lost.

   Assumptions:
   - A result that is not exact is any value of the function's range for that argument. Two calls with the same argument may
     give different results, and no relation between results for different arguments is kept.
   - errno becomes ERANGE where a result is infinite; underflow is not told.
   - lgamma*: the sign of gamma, `signgam`, is not provided. */

struct range {
    long double low;
    long double high;
    _Bool is_nan;
    int error; /* for errno, or 0 */
};

enum { domain_error = 33, range_error = 34 };

static struct range between(long double low, long double high) {
    struct range range = {low, high, 0, 0};
    return range;
}

static struct range exactly(long double value) { return between(value, value); }
static struct range infinite_of(_Bool negative) { return exactly(negative ? -__builtin_infl() : __builtin_infl()); }

static struct range invalid(int error) {
    struct range range = {0, 0, 1, error};
    return range;
}

static struct range pole(_Bool negative) {
    struct range range = infinite_of(negative);
    range.error = range_error;
    return range;
}

static struct range anything(void) { return between(-__builtin_infl(), __builtin_infl()); }
static struct range at_least(long double low) { return between(low, __builtin_infl()); }
static struct range at_most(long double high) { return between(-__builtin_infl(), high); }
/* An odd function: the sign of the argument, at most `bound`. */
static struct range odd(long double x, long double bound) {
    return x == 0 ? exactly(x) : x > 0 ? between(0, bound) : between(-bound, 0);
}

static _Bool is_infinity(long double x) { return x == __builtin_infl() || x == -__builtin_infl(); }
static _Bool is_integer(long double x) { return !is_infinity(x) && truncl(x) == x; }

/* A draw within the range, in each format. */
static double double_within(struct range range) {
    if (range.error != 0)
        *__errno_location() = range.error;
    if (range.is_nan)
        return __builtin_nan("");
    if (range.low == range.high)
        return (double)range.low;
    double low = (double)range.low;
    double high = (double)range.high;
    double drawn = __unspool_nondet(double);
    drawn = drawn >= high ? high : drawn > low ? drawn : low;
    if (is_infinity(drawn))
        *__errno_location() = range_error;
    return drawn;
}

static float float_within(struct range range) {
    if (range.error != 0)
        *__errno_location() = range.error;
    if (range.is_nan)
        return __builtin_nanf("");
    if (range.low == range.high)
        return (float)range.low;
    float low = (float)range.low;
    float high = (float)range.high;
    float drawn = __unspool_nondet(float);
    drawn = drawn >= high ? high : drawn > low ? drawn : low;
    if (is_infinity(drawn))
        *__errno_location() = range_error;
    return drawn;
}

static long double long_double_within(struct range range) {
    if (range.error != 0)
        *__errno_location() = range.error;
    if (range.is_nan)
        return __builtin_nanl("");
    if (range.low == range.high)
        return range.low;
    long double drawn = __unspool_nondet(long double);
    drawn = drawn >= range.high ? range.high : drawn > range.low ? drawn : range.low;
    if (is_infinity(drawn))
        *__errno_location() = range_error;
    return drawn;
}

static const long double half_pi = 1.57079632679489661923132169163975144L;

static struct range sin_range(long double x) {
    return x != x ? invalid(0) : is_infinity(x) ? invalid(domain_error) : x == 0 ? exactly(x) : between(-1, 1);
}
static struct range cos_range(long double x) {
    return x != x ? invalid(0) : is_infinity(x) ? invalid(domain_error) : x == 0 ? exactly(1) : between(-1, 1);
}
static struct range tan_range(long double x) {
    return x != x ? invalid(0) : is_infinity(x) ? invalid(domain_error) : x == 0 ? exactly(x) : anything();
}
static struct range asin_range(long double x) {
    return x != x ? invalid(0) : x < -1 || x > 1 ? invalid(domain_error) : odd(x, half_pi);
}
static struct range acos_range(long double x) {
    return x != x            ? invalid(0)
           : x < -1 || x > 1 ? invalid(domain_error)
           : x == 1          ? exactly(0)
                             : between(0, 2 * half_pi);
}
static struct range atan_range(long double x) { return x != x ? invalid(0) : odd(x, half_pi); }
static struct range atan2_range(long double y, long double x) {
    if (x != x || y != y)
        return invalid(0);
    _Bool negative = __builtin_signbit(y);
    if (y == 0 && !__builtin_signbit(x))
        return exactly(y);
    return negative ? between(-2 * half_pi, 0) : between(0, 2 * half_pi);
}
static struct range sinh_range(long double x) {
    return x != x ? invalid(0) : is_infinity(x) ? exactly(x) : odd(x, __builtin_infl());
}
static struct range cosh_range(long double x) {
    return x != x ? invalid(0) : is_infinity(x) ? infinite_of(0) : x == 0 ? exactly(1) : at_least(1);
}
static struct range tanh_range(long double x) { return x != x ? invalid(0) : odd(x, 1); }
static struct range asinh_range(long double x) { return sinh_range(x); }
static struct range acosh_range(long double x) {
    return x != x ? invalid(0) : x < 1 ? invalid(domain_error) : x == 1 ? exactly(0) : is_infinity(x) ? infinite_of(0) : at_least(0);
}
static struct range atanh_range(long double x) {
    return x != x                ? invalid(0)
           : x < -1 || x > 1     ? invalid(domain_error)
           : x == 1 || x == -1   ? pole(x < 0)
                                 : odd(x, __builtin_infl());
}
static struct range exp_range(long double x) {
    return x != x                  ? invalid(0)
           : x == 0                ? exactly(1)
           : x == __builtin_infl() ? infinite_of(0)
           : x > 0                 ? at_least(1)
           : is_infinity(x)        ? exactly(0)
                                   : between(0, 1);
}
static struct range exp2_range(long double x) {
    return is_integer(x) && x < 16000 && x > -16000 ? exactly(ldexpl(1, (int)x)) : exp_range(x);
}
static struct range exp10_range(long double x) { return exp_range(x); }
static struct range expm1_range(long double x) {
    return x != x ? invalid(0) : x == __builtin_infl() || x == 0 ? exactly(x) : x > 0 ? at_least(0) : between(-1, 0);
}
static struct range log_range(long double x) {
    return x != x                  ? invalid(0)
           : x == 0                ? pole(1)
           : x < 0                 ? invalid(domain_error)
           : x == 1                ? exactly(0)
           : x == __builtin_infl() ? infinite_of(0)
           : x > 1                 ? at_least(0)
                                   : at_most(0);
}
static struct range log2_range(long double x) {
    int exponent;
    return !is_infinity(x) && frexpl(x, &exponent) == 0.5L ? exactly(exponent - 1) : log_range(x);
}
static struct range log10_range(long double x) { return log_range(x); }
static struct range log1p_range(long double x) {
    return x != x                  ? invalid(0)
           : x == -1               ? pole(1)
           : x < -1                ? invalid(domain_error)
           : x == __builtin_infl() ? infinite_of(0)
                                   : odd(x, __builtin_infl());
}
static struct range cbrt_range(long double x) { return sinh_range(x); }
static struct range erf_range(long double x) { return x != x ? invalid(0) : odd(x, 1); }
static struct range erfc_range(long double x) { return x != x ? invalid(0) : x == 0 ? exactly(1) : between(0, 2); }
static struct range lgamma_range(long double x) {
    return x != x                    ? invalid(0)
           : x == 1 || x == 2        ? exactly(0)
           : is_infinity(x)          ? infinite_of(0)
           : x <= 0 && is_integer(x) ? pole(0)
                                     : anything();
}
static struct range tgamma_range(long double x) {
    return x != x                  ? invalid(0)
           : x == 0                ? pole(__builtin_signbit(x))
           : x == __builtin_infl() ? infinite_of(0)
           : x < 0 && (is_infinity(x) || is_integer(x)) ? invalid(domain_error)
           : x == 1 || x == 2      ? exactly(1)
           : x > 0                 ? at_least(0)
                                   : anything();
}
static struct range hypot_range(long double x, long double y) {
    long double a = fabsl(x);
    long double b = fabsl(y);
    if (is_infinity(a) || is_infinity(b))
        return infinite_of(0);
    if (a != a || b != b)
        return invalid(0);
    return a == 0 ? exactly(b) : b == 0 ? exactly(a) : at_least(a > b ? a : b);
}

/* base^exponent, if that is an integer below 2^53 all the way; else 0. */
static long double small_power(long double base, long double exponent) {
    const long double limit = 9007199254740992.0L;
    long double product = 1;
    for (; exponent > 0; exponent -= 1) {
        product *= base;
        if (fabsl(product) > limit)
            return 0;
    }
    return product;
}

static struct range pow_range(long double base, long double exponent) {
    if (exponent == 0 || base == 1)
        return exactly(1);
    if (base != base || exponent != exponent)
        return invalid(0);
    if (exponent == 1)
        return exactly(base);
    _Bool whole = is_infinity(exponent) || is_integer(exponent);
    _Bool negative = __builtin_signbit(base) && is_integer(exponent) && truncl(exponent / 2) * 2 != exponent;
    long double size = fabsl(base);
    if (size == 0)
        return exponent < 0 ? pole(negative) : exactly(negative ? -0.0L : 0.0L);
    if (base < 0 && !whole && !is_infinity(base))
        return invalid(domain_error);
    if (is_infinity(base) || is_infinity(exponent)) {
        if (size == 1)
            return exactly(1);
        return (size > 1) == (exponent > 0) ? infinite_of(negative) : exactly(negative ? -0.0L : 0.0L);
    }
    if (base == 2)
        return exp2_range(exponent);
    if (is_integer(base) && whole && exponent > 0) {
        long double product = size == 1 ? (negative ? -1 : 1) : small_power(base, exponent);
        if (product != 0)
            return exactly(product);
    }
    struct range range = (size > 1) == (exponent > 0) ? at_least(1) : between(0, 1);
    if (!negative)
        return range;
    return between(-range.high, -range.low);
}

double sin(double x) { return double_within(sin_range(x)); }
float sinf(float x) { return float_within(sin_range(x)); }
long double sinl(long double x) { return long_double_within(sin_range(x)); }
double cos(double x) { return double_within(cos_range(x)); }
float cosf(float x) { return float_within(cos_range(x)); }
long double cosl(long double x) { return long_double_within(cos_range(x)); }
double tan(double x) { return double_within(tan_range(x)); }
float tanf(float x) { return float_within(tan_range(x)); }
long double tanl(long double x) { return long_double_within(tan_range(x)); }
double asin(double x) { return double_within(asin_range(x)); }
float asinf(float x) { return float_within(asin_range(x)); }
long double asinl(long double x) { return long_double_within(asin_range(x)); }
double acos(double x) { return double_within(acos_range(x)); }
float acosf(float x) { return float_within(acos_range(x)); }
long double acosl(long double x) { return long_double_within(acos_range(x)); }
double atan(double x) { return double_within(atan_range(x)); }
float atanf(float x) { return float_within(atan_range(x)); }
long double atanl(long double x) { return long_double_within(atan_range(x)); }
double sinh(double x) { return double_within(sinh_range(x)); }
float sinhf(float x) { return float_within(sinh_range(x)); }
long double sinhl(long double x) { return long_double_within(sinh_range(x)); }
double cosh(double x) { return double_within(cosh_range(x)); }
float coshf(float x) { return float_within(cosh_range(x)); }
long double coshl(long double x) { return long_double_within(cosh_range(x)); }
double tanh(double x) { return double_within(tanh_range(x)); }
float tanhf(float x) { return float_within(tanh_range(x)); }
long double tanhl(long double x) { return long_double_within(tanh_range(x)); }
double asinh(double x) { return double_within(asinh_range(x)); }
float asinhf(float x) { return float_within(asinh_range(x)); }
long double asinhl(long double x) { return long_double_within(asinh_range(x)); }
double acosh(double x) { return double_within(acosh_range(x)); }
float acoshf(float x) { return float_within(acosh_range(x)); }
long double acoshl(long double x) { return long_double_within(acosh_range(x)); }
double atanh(double x) { return double_within(atanh_range(x)); }
float atanhf(float x) { return float_within(atanh_range(x)); }
long double atanhl(long double x) { return long_double_within(atanh_range(x)); }
double exp(double x) { return double_within(exp_range(x)); }
float expf(float x) { return float_within(exp_range(x)); }
long double expl(long double x) { return long_double_within(exp_range(x)); }
double exp2(double x) { return double_within(exp2_range(x)); }
float exp2f(float x) { return float_within(exp2_range(x)); }
long double exp2l(long double x) { return long_double_within(exp2_range(x)); }
double exp10(double x) { return double_within(exp10_range(x)); }
float exp10f(float x) { return float_within(exp10_range(x)); }
long double exp10l(long double x) { return long_double_within(exp10_range(x)); }
double expm1(double x) { return double_within(expm1_range(x)); }
float expm1f(float x) { return float_within(expm1_range(x)); }
long double expm1l(long double x) { return long_double_within(expm1_range(x)); }
double log(double x) { return double_within(log_range(x)); }
float logf(float x) { return float_within(log_range(x)); }
long double logl(long double x) { return long_double_within(log_range(x)); }
double log2(double x) { return double_within(log2_range(x)); }
float log2f(float x) { return float_within(log2_range(x)); }
long double log2l(long double x) { return long_double_within(log2_range(x)); }
double log10(double x) { return double_within(log10_range(x)); }
float log10f(float x) { return float_within(log10_range(x)); }
long double log10l(long double x) { return long_double_within(log10_range(x)); }
double log1p(double x) { return double_within(log1p_range(x)); }
float log1pf(float x) { return float_within(log1p_range(x)); }
long double log1pl(long double x) { return long_double_within(log1p_range(x)); }
double cbrt(double x) { return double_within(cbrt_range(x)); }
float cbrtf(float x) { return float_within(cbrt_range(x)); }
long double cbrtl(long double x) { return long_double_within(cbrt_range(x)); }
double erf(double x) { return double_within(erf_range(x)); }
float erff(float x) { return float_within(erf_range(x)); }
long double erfl(long double x) { return long_double_within(erf_range(x)); }
double erfc(double x) { return double_within(erfc_range(x)); }
float erfcf(float x) { return float_within(erfc_range(x)); }
long double erfcl(long double x) { return long_double_within(erfc_range(x)); }
double lgamma(double x) { return double_within(lgamma_range(x)); }
float lgammaf(float x) { return float_within(lgamma_range(x)); }
long double lgammal(long double x) { return long_double_within(lgamma_range(x)); }
double tgamma(double x) { return double_within(tgamma_range(x)); }
float tgammaf(float x) { return float_within(tgamma_range(x)); }
long double tgammal(long double x) { return long_double_within(tgamma_range(x)); }
double atan2(double x, double y) { return double_within(atan2_range(x, y)); }
float atan2f(float x, float y) { return float_within(atan2_range(x, y)); }
long double atan2l(long double x, long double y) { return long_double_within(atan2_range(x, y)); }
double hypot(double x, double y) { return double_within(hypot_range(x, y)); }
float hypotf(float x, float y) { return float_within(hypot_range(x, y)); }
long double hypotl(long double x, long double y) { return long_double_within(hypot_range(x, y)); }
double pow(double x, double y) { return double_within(pow_range(x, y)); }
float powf(float x, float y) { return float_within(pow_range(x, y)); }
long double powl(long double x, long double y) { return long_double_within(pow_range(x, y)); }

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

void sincosl(long double x, long double *sine, long double *cosine) {
    *sine = sinl(x);
    *cosine = cosl(x);
}
