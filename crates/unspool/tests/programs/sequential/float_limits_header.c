// Constants of float.h and limits.h as the data model defines them.
#include <stdio.h>
#include <float.h>
#include <limits.h>
#include <stdint.h>
int main(void) {
    printf("%d %d %d %d\n", FLT_RADIX, FLT_DIG, DBL_DIG, FLT_MANT_DIG);
    printf("%g %g %g\n", FLT_MAX, FLT_MIN, FLT_EPSILON);
    printf("%g %g %g\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
    printf("%d %d %d %d\n", CHAR_BIT, CHAR_MIN, CHAR_MAX, SCHAR_MIN);
    printf("%d %d %d\n", UCHAR_MAX, SHRT_MIN, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%ju %jd %zu\n", UINTMAX_MAX, INTMAX_MIN, SIZE_MAX);
    printf("%d %d\n", INT8_MIN, UINT16_MAX);
    printf("%zu %zu %zu\n", sizeof(size_t), sizeof(intptr_t), sizeof(intmax_t));
    return CHAR_BIT;
}
