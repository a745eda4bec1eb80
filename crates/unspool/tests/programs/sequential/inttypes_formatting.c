// inttypes.h macros, exact-width types and integer constant macros.
#include <stdio.h>
#include <inttypes.h>
int main(void) {
    int8_t a = -8; uint8_t b = 200; int16_t c = -16000; uint16_t d = 60000; int32_t e = INT32_MIN; uint32_t f = UINT32_MAX; int64_t g = INT64_MIN; uint64_t h = UINT64_MAX; intmax_t m = INTMAX_C(-5); uintptr_t p = 10; int_fast16_t q = -3; uint_least8_t r = 250;
    printf("%" PRId8 " %" PRIu8 " %" PRId16 " %" PRIu16 " %" PRId32 " %" PRIu32 "\n", a, b, c, d, e, f); printf("%" PRId64 " %" PRIu64 " %" PRIx64 " %" PRIX32 " %" PRIo16 "\n", g, h, h, f, d);
    printf("%" PRIdMAX " %" PRIuPTR " %" PRIdFAST16 " %" PRIuLEAST8 "\n", m, p, q, r); printf("%20" PRId64 "|%-20" PRIu64 "|%020" PRIx64 "\n", INT64_C(-123456789012), UINT64_C(987654321098), UINT64_C(0xabcdef));
    printf("%zu %zu %zu %zu %zu\n", sizeof a, sizeof c, sizeof e, sizeof g, sizeof r); printf("%zu %zu\n", sizeof(int_fast32_t), sizeof(uint_least16_t)); a = INT8_MAX; a++; c = (int16_t)d; e = (int32_t)f; printf("%d %d %" PRId32 "\n", a, c, e); printf("%d\n", UINT8_MAX + UINT16_MAX > INT32_MAX);
    return b;
}
