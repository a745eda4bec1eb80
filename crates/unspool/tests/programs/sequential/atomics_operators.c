// Operators on atomic objects: the value of the expression and what is left in the object. (Arithmetic in floating point is
// tested elsewhere: for it cc needs a library of its own.)
#include <stdatomic.h>
#include <stdio.h>

#define SHOW(value) printf(" %lld", (long long)(value))

#define OPERATORS(T, start, operand)                                                               \
    do {                                                                                           \
        _Atomic T x = (T)(start);                                                                  \
        printf("%-14s", #T);                                                                       \
        SHOW(x = (T)(start));                                                                      \
        SHOW(x += (operand));                                                                      \
        SHOW(x -= 3);                                                                              \
        SHOW(x *= (operand));                                                                      \
        SHOW(x /= 3);                                                                              \
        SHOW(x %= 100);                                                                            \
        SHOW(x <<= 2);                                                                             \
        SHOW(x >>= 1);                                                                             \
        SHOW(x |= 0x21);                                                                           \
        SHOW(x &= 0x7f);                                                                           \
        SHOW(x ^= (operand));                                                                      \
        SHOW(x++);                                                                                 \
        SHOW(++x);                                                                                 \
        SHOW(x--);                                                                                 \
        SHOW(--x);                                                                                 \
        SHOW(-x);                                                                                  \
        SHOW(x ? 1 : 2);                                                                           \
        printf("\n");                                                                              \
    } while (0)

enum colour { RED, GREEN, BLUE };
struct counters {
    char before;
    _Atomic short inside;
    atomic_int array[3];
    struct {
        _Atomic(unsigned char) nested;
    };
};
struct pair {
    short low, high;
};

static struct counters global = {1, 2, {3, 4, 5}, {6}};
static _Atomic struct pair whole = {7, 8};

int main(void) {
    OPERATORS(char, 20, 5);
    OPERATORS(signed char, 100, 50);
    OPERATORS(unsigned char, 200, 100);
    OPERATORS(short, 30000, 5000);
    OPERATORS(unsigned short, 60000, 9000);
    OPERATORS(int, -1000, 17);
    OPERATORS(unsigned, 4000000000u, 700000000u);
    OPERATORS(long, -100000, 23);
    OPERATORS(unsigned long, 100000, 23);
    OPERATORS(long long, -1LL << 40, 1 << 20);
    OPERATORS(unsigned long long, ~0ULL, 12345);
    OPERATORS(enum colour, BLUE, 5);

    atomic_bool truth = 0;
    printf("%d", truth = 4);
    printf(" %d", truth ^= 1);
    printf(" %d", truth |= 6);
    printf(" %d", truth &= 2);
    printf(" %d", ++truth);
    printf(" %d", truth++);
    printf(" %d", truth--);
    printf(" %d\n", truth);

    struct counters local = global, *pointer = &local;
    printf("%d %d", pointer->inside += 5, pointer->array[1]++);
    printf(" %d %d", pointer->nested -= 7, local.array[1]);
    printf(" %d %d\n", local.before, global.inside *= 3);
    int index = 0;
    local.array[index++] += 10;
    printf("%d %d %d\n", index, local.array[0], local.array[1]);

    struct pair value = whole;
    value.low += 10;
    whole = value;
    struct pair copy = atomic_load(&whole), before = atomic_exchange(&whole, ((struct pair){1, 2}));
    printf("%d %d %d %d\n", copy.low, copy.high, before.low, atomic_load(&whole).high);
    const volatile atomic_int fixed = ATOMIC_VAR_INIT(41);
    return fixed + 1;
}
