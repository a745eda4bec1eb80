/* sin, exp, log and so on: any value of the function's range, in all three formats. One function in each execution, so that the
   draws do not multiply. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>

// WITH --domain=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23
int __VERIFIER_nondet_int(void);

#if defined OF_A_HALF
int main(void) {
    volatile double x = 0.5;
    double r = 0;
    int holds = 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: r = sin(x), holds = r >= -1 && r <= 1; break;
    case 1: r = cos(x), holds = r >= -1 && r <= 1; break;
    case 2: r = tan(x), holds = r == r; break;
    case 3: r = asin(x), holds = r >= 0 && r < 1.6; break;
    case 4: r = acos(x), holds = r >= 0 && r < 3.2; break;
    case 5: r = atan(x), holds = r >= 0 && r < 1.6; break;
    case 6: r = sinh(x), holds = r >= 0; break;
    case 7: r = cosh(x), holds = r >= 1; break;
    case 8: r = tanh(x), holds = r >= 0 && r <= 1; break;
    case 9: r = asinh(x), holds = r >= 0; break;
    case 10: r = atanh(x), holds = r >= 0; break;
    case 11: r = exp(x), holds = r >= 1; break;
    case 12: r = exp2(x), holds = r >= 1; break;
    case 13: r = exp10(x), holds = r >= 1; break;
    case 14: r = expm1(x), holds = r >= 0; break;
    case 15: r = log(x), holds = r <= 0; break;
    case 16: r = log2(x), holds = r <= 0 && r == -1; break;
    case 17: r = log10(x), holds = r <= 0; break;
    case 18: r = log1p(x), holds = r >= 0; break;
    case 19: r = cbrt(x), holds = r >= 0; break;
    case 20: r = erf(x), holds = r >= 0 && r <= 1; break;
    case 21: r = erfc(x), holds = r >= 0 && r <= 2; break;
    case 22: r = lgamma(x), holds = r == r; break;
    case 23: r = tgamma(x), holds = r >= 0; break;
    }
    assert(holds); // SAFE
}
#elif defined OF_A_NEGATIVE_HALF
int main(void) {
    volatile double x = -0.5;
    double r = 0;
    int holds = 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: r = sin(x), holds = r >= -1 && r <= 1; break;
    case 1: r = cos(x), holds = r >= -1 && r <= 1; break;
    case 2: r = tan(x), holds = r == r; break;
    case 3: r = asin(x), holds = r <= 0 && r > -1.6; break;
    case 4: r = acos(x), holds = r >= 0 && r < 3.2; break;
    case 5: r = atan(x), holds = r <= 0 && r > -1.6; break;
    case 6: r = sinh(x), holds = r <= 0; break;
    case 7: r = cosh(x), holds = r >= 1; break;
    case 8: r = tanh(x), holds = r <= 0 && r >= -1; break;
    case 9: r = asinh(x), holds = r <= 0; break;
    case 10: r = atanh(x), holds = r <= 0; break;
    case 11: r = exp(x), holds = r >= 0 && r <= 1; break;
    case 12: r = exp2(x), holds = r >= 0 && r <= 1; break;
    case 13: r = exp10(x), holds = r >= 0 && r <= 1; break;
    case 14: r = expm1(x), holds = r <= 0 && r >= -1; break;
    case 15: r = log(x), holds = r != r; break;
    case 16: r = log2(x), holds = r != r; break;
    case 17: r = log10(x), holds = r != r; break;
    case 18: r = log1p(x), holds = r <= 0; break;
    case 19: r = cbrt(x), holds = r <= 0; break;
    case 20: r = erf(x), holds = r <= 0 && r >= -1; break;
    case 21: r = erfc(x), holds = r >= 0 && r <= 2; break;
    case 22: r = lgamma(x), holds = r == r; break;
    case 23: r = tgamma(x), holds = r == r; break;
    }
    assert(holds); // SAFE
}
#elif defined OF_A_HALF_IN_SINGLE_PRECISION
int main(void) {
    volatile float x = 0.5f;
    float r = 0;
    int holds = 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: r = sinf(x), holds = r >= -1 && r <= 1; break;
    case 1: r = cosf(x), holds = r >= -1 && r <= 1; break;
    case 2: r = tanf(x), holds = r == r; break;
    case 3: r = asinf(x), holds = r >= 0 && r < 1.6; break;
    case 4: r = acosf(x), holds = r >= 0 && r < 3.2; break;
    case 5: r = atanf(x), holds = r >= 0 && r < 1.6; break;
    case 6: r = sinhf(x), holds = r >= 0; break;
    case 7: r = coshf(x), holds = r >= 1; break;
    case 8: r = tanhf(x), holds = r >= 0 && r <= 1; break;
    case 9: r = asinhf(x), holds = r >= 0; break;
    case 10: r = atanhf(x), holds = r >= 0; break;
    case 11: r = expf(x), holds = r >= 1; break;
    case 12: r = exp2f(x), holds = r >= 1; break;
    case 13: r = exp10f(x), holds = r >= 1; break;
    case 14: r = expm1f(x), holds = r >= 0; break;
    case 15: r = logf(x), holds = r <= 0; break;
    case 16: r = log2f(x), holds = r <= 0 && r == -1; break;
    case 17: r = log10f(x), holds = r <= 0; break;
    case 18: r = log1pf(x), holds = r >= 0; break;
    case 19: r = cbrtf(x), holds = r >= 0; break;
    case 20: r = erff(x), holds = r >= 0 && r <= 1; break;
    case 21: r = erfcf(x), holds = r >= 0 && r <= 2; break;
    case 22: r = lgammaf(x), holds = r == r; break;
    case 23: r = tgammaf(x), holds = r >= 0; break;
    }
    assert(holds); // SAFE
}
#elif defined OF_A_HALF_IN_EXTENDED_PRECISION
int main(void) {
    volatile long double x = 0.5L;
    long double r = 0;
    int holds = 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: r = sinl(x), holds = r >= -1 && r <= 1; break;
    case 1: r = cosl(x), holds = r >= -1 && r <= 1; break;
    case 2: r = tanl(x), holds = r == r; break;
    case 3: r = asinl(x), holds = r >= 0 && r < 1.6; break;
    case 4: r = acosl(x), holds = r >= 0 && r < 3.2; break;
    case 5: r = atanl(x), holds = r >= 0 && r < 1.6; break;
    case 6: r = sinhl(x), holds = r >= 0; break;
    case 7: r = coshl(x), holds = r >= 1; break;
    case 8: r = tanhl(x), holds = r >= 0 && r <= 1; break;
    case 9: r = asinhl(x), holds = r >= 0; break;
    case 10: r = atanhl(x), holds = r >= 0; break;
    case 11: r = expl(x), holds = r >= 1; break;
    case 12: r = exp2l(x), holds = r >= 1; break;
    case 13: r = exp10l(x), holds = r >= 1; break;
    case 14: r = expm1l(x), holds = r >= 0; break;
    case 15: r = logl(x), holds = r <= 0; break;
    case 16: r = log2l(x), holds = r <= 0 && r == -1; break;
    case 17: r = log10l(x), holds = r <= 0; break;
    case 18: r = log1pl(x), holds = r >= 0; break;
    case 19: r = cbrtl(x), holds = r >= 0; break;
    case 20: r = erfl(x), holds = r >= 0 && r <= 1; break;
    case 21: r = erfcl(x), holds = r >= 0 && r <= 2; break;
    case 22: r = lgammal(x), holds = r == r; break;
    case 23: r = tgammal(x), holds = r >= 0; break;
    }
    assert(holds); // SAFE
}
#endif
