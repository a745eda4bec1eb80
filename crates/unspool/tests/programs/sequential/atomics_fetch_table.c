// Every update x every integer type: the value before, the value after, and what is left in the object.
#include <stdio.h>
#include <stdint.h>

#define SHOW(value) printf(" %lld", (long long)(value))

#define UPDATE(T, name, start, operand)                                                            \
    do {                                                                                           \
        T by_atomic_before = (T)(start), by_atomic_after = (T)(start);                             \
        volatile T by_sync_before = (T)(start), by_sync_after = (T)(start);                        \
        printf("%-14s %-4s", #T, #name);                                                           \
        SHOW(__atomic_fetch_##name(&by_atomic_before, (T)(operand), __ATOMIC_SEQ_CST));            \
        SHOW(__atomic_##name##_fetch(&by_atomic_after, (T)(operand), __ATOMIC_ACQ_REL));           \
        SHOW(__sync_fetch_and_##name(&by_sync_before, (T)(operand)));                              \
        SHOW(__sync_##name##_and_fetch(&by_sync_after, (T)(operand)));                             \
        SHOW(by_atomic_before);                                                                    \
        SHOW(by_atomic_after);                                                                     \
        SHOW(by_sync_before);                                                                      \
        SHOW(by_sync_after);                                                                       \
        printf(" %d\n", (int)sizeof(__atomic_fetch_##name(&by_atomic_before, 1, 0)));              \
    } while (0)

#define UPDATES(T, start, operand)                                                                 \
    do {                                                                                           \
        UPDATE(T, add, start, operand);                                                            \
        UPDATE(T, sub, start, operand);                                                            \
        UPDATE(T, and, start, operand);                                                            \
        UPDATE(T, or, start, operand);                                                             \
        UPDATE(T, xor, start, operand);                                                            \
        UPDATE(T, nand, start, operand);                                                           \
    } while (0)

enum colour { RED, GREEN, BLUE = 100 };

int main(void) {
    UPDATES(char, 100, 60);
    UPDATES(int8_t, 127, 1);
    UPDATES(int8_t, -128, -1);
    UPDATES(uint8_t, 250, 9);
    UPDATES(int16_t, 32767, 2);
    UPDATES(int16_t, -5, 0x70f);
    UPDATES(uint16_t, 65535, 0xff);
    UPDATES(int32_t, 2147483647, 1);
    UPDATES(int32_t, -2147483647 - 1, -1);
    UPDATES(uint32_t, 4294967295u, 0xf0f0f0f0u);
    UPDATES(int64_t, 9223372036854775807LL, 1);
    UPDATES(int64_t, -77, 1LL << 40);
    UPDATES(uint64_t, 0xfedcba9876543210ULL, 0x0f0f0f0f0f0f0f0fULL);
    UPDATES(long, 1000, -1);
    UPDATES(unsigned long, 1000, ~0ul);
    UPDATES(enum colour, BLUE, 27);
    return 0;
}
