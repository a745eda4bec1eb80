// WITH --property=shift-range
// Shifts by what the type does not have; GNU C defines what becomes of the sign.
#include "../twin.h"
#include <limits.h>

#if defined TOO_FAR
int main(void) {
    volatile int distance = TWIN(32, 31), a = 1;
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined TOO_FAR_TO_THE_RIGHT
int main(void) {
    volatile int distance = TWIN(32, 31), a = 1;
    a = a >> distance; // UNSAFE: shift
    return 0;
}

#elif defined NEGATIVE_DISTANCE
int main(void) {
    volatile int distance = TWIN(-1, 0), a = 1;
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined OF_A_LONG
int main(void) {
    volatile int distance = 40;
    volatile TWIN(int, long long) a = 1;
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined OF_A_CHARACTER
int main(void) {
    volatile unsigned char a = 1;
    volatile int distance = TWIN(32, 20);
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined COMPOUND
int main(void) {
    volatile unsigned a = 1, distance = TWIN(33, 3);
    a <<= distance; // UNSAFE: shift
    return 0;
}

#elif defined NEGATIVE_VALUE
int main(void) {
    volatile int a = -1, distance = TWIN(50, 3);
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined INTO_THE_SIGN
int main(void) {
    volatile int a = 1, distance = TWIN(64, 31);
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined WIDE_DISTANCE
int main(void) {
    volatile unsigned long long distance = TWIN(1ULL << 32, 1);
    volatile int a = 1;
    a = a << distance; // UNSAFE: shift
    return 0;
}

#elif defined INT_128
int main(void) {
    volatile unsigned __int128 a = 1;
    volatile int distance = TWIN(128, 127);
    a = a << distance; // UNSAFE: shift
    return 0;
}
#endif
