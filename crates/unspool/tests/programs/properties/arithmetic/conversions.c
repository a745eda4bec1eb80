// WITH --property=float-conversion
// Floating-point numbers that no integer stands for.
#include "../twin.h"
#include <limits.h>
#include <math.h>

#if defined TOO_LARGE
int main(void) {
    volatile double number = TWIN(2147483648.0, 2147483647.9);
    volatile int whole = (int)number; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined TOO_SMALL
int main(void) {
    volatile double number = TWIN(-2147483649.0, -2147483648.9);
    volatile int whole = number; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined NEGATIVE_TO_UNSIGNED
int main(void) {
    volatile float number = TWIN(-1.0f, -0.5f);
    volatile unsigned whole = number; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined NOT_A_NUMBER
int main(void) {
    volatile double number = TWIN(NAN, 0.0);
    volatile long whole = number; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined INFINITE
int main(void) {
    volatile double zero = 0, number = 1 / (zero + TWIN(0, 1));
    volatile long long whole = number; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined TO_A_CHARACTER
int main(void) {
    volatile float number = TWIN(128.0f, 127.5f);
    volatile signed char whole = number; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined TO_A_TRUTH_VALUE
int main(void) {
    volatile double number = NAN;
    volatile TWIN(int, _Bool) truth = number; // UNSAFE: does not fit the integer type
    return truth == 7;
}

#elif defined BETWEEN_FLOATS
int main(void) {
    volatile double number = 1e300;
    volatile TWIN(int, float) narrow = number; // UNSAFE: does not fit the integer type
    return narrow == 7;
}

#elif defined COMPOUND
int main(void) {
    volatile int whole = TWIN(2000000000, 20);
    whole *= 1.5; // UNSAFE: does not fit the integer type
    return whole == 7;
}

#elif defined UNUSED_NUMBER
int main(void) {
    volatile double number = TWIN(1e30, 1.5);
    (void)(int)number; // UNSAFE: does not fit the integer type
    return 0;
}
#endif
