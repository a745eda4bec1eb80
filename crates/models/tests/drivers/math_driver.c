/* The mathematical functions against the host's: special values in all combinations, then random ones; bit for bit. */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "runtime.h"

#define UNARY(X)                                                                                                         \
    X(fabs) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint)
#define BINARY(X) X(fmod) X(copysign) X(fdim)
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
    long double a = model_frexpl(x, &our_exponent), b = frexpl(x, &their_exponent);
    CHECK(same(&a, &b, 10, x != x) && (isnan(x) || isinf(x) || our_exponent == their_exponent));
    long double our_whole, their_whole;
    a = model_modfl(x, &our_whole), b = modfl(x, &their_whole);
    CHECK(same(&a, &b, 10, x != x) && same(&our_whole, &their_whole, 10, x != x));
    CHECK(model___fpclassifyl(x) == fpclassify(x) && model___isinfl(x) == __isinfl(x) && model___isnanl(x) == !!isnan(x));
    CHECK(!model___finitel(x) == !__finitel(x) && !model___signbitl(x) == !signbit(x));
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
        }
    for (int i = 0; i < 60000; i++) {
        union { unsigned bits; float value; } view;
        view.bits = (unsigned)test_random();
        doubles(random_double(), random_double());
        floats(view.value, (float)random_double());
        floats((float)random_double(), (float)random_double());
    }
    for (int i = 0; i < 10000; i++) {
        long double x = ldexpl((long double)test_random(), (int)(test_random() % 200) - 160);
        long double y = ldexpl((long double)test_random(), (int)(test_random() % 200) - 160);
        long_doubles(x, -y);
        long_doubles(-x, ldexpl(y, (int)(test_random() % 32000) - 16000));
    }
}
