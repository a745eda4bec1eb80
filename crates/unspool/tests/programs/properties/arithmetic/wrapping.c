// WITH --property=unsigned-wrap
// Unsigned arithmetic that wraps around, which C defines.
#include "../twin.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#if defined SUM
int main(void) {
    volatile unsigned a = TWIN(UINT_MAX, UINT_MAX - 1);
    a = a + 1; // UNSAFE: unsigned
    return 0;
}

#elif defined DIFFERENCE
int main(void) {
    volatile size_t length = TWIN(0, 1);
    return length - 1 == 7; // UNSAFE: unsigned
}

#elif defined PRODUCT
int main(void) {
    volatile uint64_t a = TWIN(UINT64_MAX, UINT32_MAX);
    a = a * 2; // UNSAFE: unsigned
    return 0;
}

#elif defined NEGATION
int main(void) {
    volatile unsigned a = TWIN(1, 0);
    a = -a; // UNSAFE: unsigned
    return 0;
}

#elif defined DECREMENT
int main(void) {
    volatile unsigned a = TWIN(0, 1);
    a--; // UNSAFE: unsigned
    return 0;
}

#elif defined PROMOTED
int main(void) {
    volatile unsigned char a = 255;
    volatile unsigned b = UINT_MAX;
    TWIN(b, a)++; // UNSAFE: unsigned
    return 0;
}

#elif defined SIGNED
int main(void) {
    volatile TWIN(unsigned, int) a = INT_MIN;
    a = a + TWIN(INT_MIN, -1); // UNSAFE: unsigned
    return 0;
}

#elif defined COMPLEMENT
int main(void) {
    volatile unsigned a = 0;
    a = TWIN(a - 1, ~a); // UNSAFE: unsigned
    return 0;
}
#endif
