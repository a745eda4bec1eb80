/* The mathematical functions against the host's: special values in all combinations, then random ones; bit for bit. */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "runtime.h"

#define UNARY(X)                                                                                                         \
    X(fabs) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(roundeven) X(logb)
#define BINARY(X) X(fmod) X(copysign) X(fdim) X(remainder) X(nextafter)
#define DECLARE_UNARY(name)                                                                                              \
    double model_##name(double);                                                                                         \
    float model_##name##f(float);                                                                                        \
    long double model_##name##l(long double);
#define DECLARE_BINARY(name)                                                                                             \
    double model_##name(double, double);                                                                                 \
    float model_##name##f(float, float);                                                                                 \
    long double model_##name##l(long double, long double);
UNARY(DECLARE_UNARY)
BINARY(DECLARE_BINARY)
DECLARE_BINARY(fmin)
DECLARE_BINARY(fmax)
double model_sqrt(double);
float model_sqrtf(float);
long double model_sqrtl(long double);
int model_ilogb(double), model_ilogbf(float), model_ilogbl(long double);
double model_nexttoward(double, long double);
float model_nexttowardf(float, long double);
long double model_nexttowardl(long double, long double);
double model_remquo(double, double, int *);
float model_remquof(float, float, int *);
long double model_remquol(long double, long double, int *);
double model_drem(double, double);
float model_dremf(float, float);
double model_fma(double, double, double);
float model_fmaf(float, float, float);
long double model_fmal(long double, long double, long double);
double model_nan(const char *);
float model_nanf(const char *);
long double model_nanl(const char *);
double model_ldexp(double, int);
float model_ldexpf(float, int);
long double model_ldexpl(long double, int);
double model_frexp(double, int *);
long double model_frexpl(long double, int *);
double model_modf(double, double *);
float model_modff(float, float *);
long double model_modfl(long double, long double *);
long model_lround(double);
long model_lrint(double);
int model___fpclassify(double), model___fpclassifyf(float), model___fpclassifyl(long double);
int model___isinf(double), model___isnan(double), model___finite(double), model___signbit(double);
int model___isinfl(long double), model___isnanl(long double), model___finitel(long double), model___signbitl(long double);
int model___isinff(float), model___isnanf(float), model___finitef(float), model___signbitf(float);
int __isinf(double), __finite(double), __isinff(float), __finitef(float), __isinfl(long double), __finitel(long double);

/* Equal in all bits, except that any NaN equals any other. */
static int same(const void *ours, const void *theirs, size_t size, int both_nan) {
    return both_nan || memcmp(ours, theirs, size) == 0;
}

static char message[400];
#define AGREE(size, call, host, ...)                                                                                     \
    {                                                                                                                    \
        __auto_type ours = call(__VA_ARGS__);                                                                            \
        __auto_type theirs = host(__VA_ARGS__);                                                                          \
        if (!same(&ours, &theirs, size, ours != ours && theirs != theirs)) {                                             \
            snprintf(message, 400, #call " of %La (%La): %La but libc has %La", (long double)x, (long double)y,          \
                     (long double)ours, (long double)theirs);                                                            \
            test_fail(__FILE__, __LINE__, message);                                                                      \
        }                                                                                                                \
    }

static void doubles(double x, double y) {
    int n = (int)(test_random() % 4400) - 2200, our_exponent, their_exponent;
#define DO_UNARY(name) AGREE(8, model_##name, name, x)
#define DO_BINARY(name) AGREE(8, model_##name, name, x, y)
    UNARY(DO_UNARY)
    BINARY(DO_BINARY)
    AGREE(8, model_sqrt, sqrt, x)
    AGREE(8, model_sqrt, sqrt, fabs(x))
    AGREE(8, model_nexttoward, nexttoward, x, (long double)y)
    AGREE(8, model_drem, drem, x, y)
    CHECK(model_ilogb(x) == ilogb(x));
    int our_quotient = 0, their_quotient = 0;
    double our_rest = model_remquo(x, y, &our_quotient), their_rest = remquo(x, y, &their_quotient);
    CHECK(same(&our_rest, &their_rest, 8, our_rest != our_rest && their_rest != their_rest));
    CHECK(our_rest != our_rest || our_quotient % 8 == their_quotient % 8);
    AGREE(8, model_ldexp, ldexp, x, n)
    CHECK(x == 0 || y == 0 || issignaling(x) || issignaling(y) || model_fmin(x, y) == fmin(x, y) || (x != x && y != y));
    CHECK(x == 0 || y == 0 || issignaling(x) || issignaling(y) || model_fmax(x, y) == fmax(x, y) || (x != x && y != y));
    double a = model_frexp(x, &our_exponent), b = frexp(x, &their_exponent);
    CHECK(same(&a, &b, 8, x != x) && (isnan(x) || isinf(x) || our_exponent == their_exponent));
    double our_whole, their_whole;
    a = model_modf(x, &our_whole), b = modf(x, &their_whole);
    CHECK(same(&a, &b, 8, x != x) && same(&our_whole, &their_whole, 8, x != x));
    CHECK(!(fabs(x) < 1e18) || (model_lround(x) == lround(x) && model_lrint(x) == lrint(x)));
    CHECK(model___fpclassify(x) == fpclassify(x) && model___isinf(x) == __isinf(x) && model___isnan(x) == !!isnan(x));
    CHECK(!model___finite(x) == !__finite(x) && !model___signbit(x) == !signbit(x));
}

static void floats(float x, float y) {
    int n = (int)(test_random() % 600) - 300;
#define DO_UNARY_F(name) AGREE(4, model_##name##f, name##f, x)
#define DO_BINARY_F(name) AGREE(4, model_##name##f, name##f, x, y)
    UNARY(DO_UNARY_F)
    BINARY(DO_BINARY_F)
    AGREE(4, model_sqrtf, sqrtf, x)
    AGREE(4, model_nexttowardf, nexttowardf, x, (long double)y)
    AGREE(4, model_dremf, dremf, x, y)
    CHECK(model_ilogbf(x) == ilogbf(x));
    int our_quotient = 0, their_quotient = 0;
    float our_rest = model_remquof(x, y, &our_quotient), their_rest = remquof(x, y, &their_quotient);
    CHECK(same(&our_rest, &their_rest, 4, our_rest != our_rest && their_rest != their_rest));
    CHECK(our_rest != our_rest || our_quotient % 8 == their_quotient % 8);
    AGREE(4, model_ldexpf, ldexpf, x, n)
    float our_whole, their_whole, a = model_modff(x, &our_whole), b = modff(x, &their_whole);
    CHECK(same(&a, &b, 4, x != x) && same(&our_whole, &their_whole, 4, x != x));
    CHECK(model___fpclassifyf(x) == fpclassify(x) && model___isinff(x) == __isinff(x) && model___isnanf(x) == !!isnan(x));
    CHECK(!model___finitef(x) == !__finitef(x) && !model___signbitf(x) == !signbit(x));
}

static void long_doubles(long double x, long double y) {
    int n = (int)(test_random() % 70000) - 35000, our_exponent, their_exponent;
#define DO_UNARY_L(name) AGREE(10, model_##name##l, name##l, x)
#define DO_BINARY_L(name) AGREE(10, model_##name##l, name##l, x, y)
    UNARY(DO_UNARY_L)
    BINARY(DO_BINARY_L)
    AGREE(10, model_ldexpl, ldexpl, x, n)
    AGREE(10, model_sqrtl, sqrtl, x)
    AGREE(10, model_sqrtl, sqrtl, fabsl(x))
    AGREE(10, model_nexttowardl, nexttowardl, x, y)
    CHECK(model_ilogbl(x) == ilogbl(x));
    int our_quotient = 0, their_quotient = 0;
    long double our_rest = model_remquol(x, y, &our_quotient), their_rest = remquol(x, y, &their_quotient);
    CHECK(same(&our_rest, &their_rest, 10, our_rest != our_rest && their_rest != their_rest));
    CHECK(our_rest != our_rest || our_quotient % 8 == their_quotient % 8);
    long double a = model_frexpl(x, &our_exponent), b = frexpl(x, &their_exponent);
    CHECK(same(&a, &b, 10, x != x) && (isnan(x) || isinf(x) || our_exponent == their_exponent));
    long double our_whole, their_whole;
    a = model_modfl(x, &our_whole), b = modfl(x, &their_whole);
    CHECK(same(&a, &b, 10, x != x) && same(&our_whole, &their_whole, 10, x != x));
    CHECK(model___fpclassifyl(x) == fpclassify(x) && model___isinfl(x) == __isinfl(x) && model___isnanl(x) == !!isnan(x));
    CHECK(!model___finitel(x) == !__finitel(x) && !model___signbitl(x) == !signbit(x));
}

/* The functions that are not computed: the host's result must lie in the range from which the model draws. A draw here is
   test_nondet_value, which is not negative: 0 and a very large number show the upper bound, and the lower one unless it is negative. */
#define INEXACT_UNARY(X)                                                                                                 \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp) X(exp2) X(exp10) \
    X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc) X(lgamma) X(tgamma)
#define INEXACT_BINARY(X) X(atan2) X(hypot) X(pow)
INEXACT_UNARY(DECLARE_UNARY)
INEXACT_BINARY(DECLARE_BINARY)

static const double beyond = 1e18; /* larger than all draws that matter */

#define INEXACT(name, suffix, type, ...)                                                                                 \
    {                                                                                                                    \
        type theirs = name##suffix(__VA_ARGS__);                                                                         \
        test_nondet_value = 0;                                                                                           \
        type least = model_##name##suffix(__VA_ARGS__);                                                                 \
        test_nondet_value = (unsigned long long)beyond;                                                                  \
        type highest = model_##name##suffix(__VA_ARGS__);                                                                \
        _Bool all_nan = theirs != theirs && least != least && highest != highest;                                      \
        _Bool within = (theirs >= 0 ? least <= theirs : least == 0 || theirs <= least) && (theirs <= highest || highest > 1e10); \
        if (!all_nan && !within) {                                                                                       \
            snprintf(message, 400, #name #suffix " of %La (%La): libc has %La, the model from %La to %La", (long double)x, \
                     (long double)y, (long double)theirs, (long double)least, (long double)highest);                    \
            test_fail(__FILE__, __LINE__, message);                                                                      \
        }                                                                                                                \
    }

static void inexact(double x, double y) {
#define DO_INEXACT_UNARY(name) INEXACT(name, , double, x) INEXACT(name, f, float, (float)x) INEXACT(name, l, long double, x)
#define DO_INEXACT_BINARY(name)                                                                                          \
    INEXACT(name, , double, x, y) INEXACT(name, f, float, (float)x, (float)y) INEXACT(name, l, long double, x, y)
    INEXACT_UNARY(DO_INEXACT_UNARY)
    INEXACT_BINARY(DO_INEXACT_BINARY)
}

static void fused(double x, double y, double z) {
    AGREE(8, model_fma, fma, x, y, z)
    AGREE(4, model_fmaf, fmaf, (float)x, (float)y, (float)z)
    AGREE(10, model_fmal, fmal, x, y, z)
}

static double random_double(void) {
    union { unsigned long long bits; double value; } view;
    view.bits = test_random();
    switch (test_random() % 4) {
    case 0: return view.value;
    case 1: return (double)(long long)(test_random() % 2001 - 1000) / 4;
    case 2: return ldexp((double)(long long)view.bits, (int)(test_random() % 80) - 70);
    default: view.bits &= 0x800fffffffffffffull; return view.value;
    }
}

void test_all(void) {
    double special[] = {0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 3.0, 0.49999999999999994, 4503599627370495.5, 4503599627370496.5,
                        9007199254740993.0, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, -5e-324, INFINITY, -INFINITY, NAN};
    int count = sizeof special / sizeof *special;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            doubles(special[i], special[k]);
            floats((float)special[i], (float)special[k]);
            long_doubles(special[i], special[k]);
            inexact(special[i], special[k]);
            for (int m = 0; m < count; m++)
                fused(special[i], special[k], special[m]);
        }
    for (int i = 0; i < 60000; i++) {
        union { unsigned bits; float value; } view;
        view.bits = (unsigned)test_random();
        doubles(random_double(), random_double());
        inexact(random_double(), random_double());
        double a = random_double(), b = random_double(), small = ldexp((double)(int)test_random(), -60);
        fused(a, b, random_double());
        fused(a, b, -a * b);
        fused(a, b, -a * b * (1 + small));
        fused(1 + small, 1 - small, -1);
        inexact((double)(test_random() % 20) - 6, (double)(test_random() % 50) - 20);
        floats(view.value, (float)random_double());
        floats((float)random_double(), (float)random_double());
    }
    for (int i = 0; i < 10000; i++) {
        long double x = ldexpl((long double)test_random(), (int)(test_random() % 200) - 160);
        long double y = ldexpl((long double)test_random(), (int)(test_random() % 200) - 160);
        long_doubles(x, -y);
        long double z = test_random() % 2 ? -x * y : ldexpl((long double)test_random(), (int)(test_random() % 300) - 200);
        AGREE(10, model_fmal, fmal, x, y, z)
        long_doubles(-x, ldexpl(y, (int)(test_random() % 32000) - 16000));
    }
    CHECK(isnan(model_nan("")) && isnan(model_nanf("1")) && isnan(model_nanl("")));
    /* Exact though inexact in general. */
    test_nondet_value = 77;
    CHECK(model_pow(10, 15) == 1e15 && model_pow(-3, 3) == -27 && model_pow(2, -3) == 0.125 && model_pow(7, 0) == 1);
    CHECK(model_exp2(10) == 1024 && model_log2(0.25) == -2 && model_cos(0) == 1 && model_log(1) == 0);
}
