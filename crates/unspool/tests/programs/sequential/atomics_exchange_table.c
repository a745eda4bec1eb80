// Load, store, exchange and compare-exchange x every scalar type, by value and through pointers.
#include <stdio.h>
#include <stdint.h>
#include <stdbool.h>

#define SHOW(value) printf(" %lld", (long long)(value))

#define BY_VALUE(T, first, second, third)                                                          \
    do {                                                                                           \
        T object = (T)(first), expected = (T)(second);                                             \
        printf("%-14s", #T);                                                                       \
        SHOW(__atomic_load_n(&object, __ATOMIC_ACQUIRE));                                          \
        SHOW(__atomic_compare_exchange_n(&object, &expected, (T)(third), 0, 5, 2));                \
        SHOW(expected);                                                                            \
        SHOW(object);                                                                              \
        SHOW(__atomic_compare_exchange_n(&object, &expected, (T)(third), 0, 5, 0));                \
        SHOW(expected);                                                                            \
        SHOW(object);                                                                              \
        SHOW(__atomic_exchange_n(&object, (T)(second), __ATOMIC_SEQ_CST));                         \
        __atomic_store_n(&object, (T)(third), __ATOMIC_RELEASE);                                   \
        SHOW(object);                                                                              \
        SHOW(__sync_bool_compare_and_swap(&object, (T)(first), (T)(second)));                      \
        SHOW(__sync_val_compare_and_swap(&object, (T)(third), (T)(second)));                       \
        SHOW(object);                                                                              \
        SHOW(__sync_lock_test_and_set(&object, (T)1));                                             \
        SHOW(object);                                                                              \
        __sync_lock_release(&object);                                                              \
        SHOW(object);                                                                              \
        printf("\n");                                                                              \
    } while (0)

#define THROUGH_POINTERS(T, first, second, third, shown)                                           \
    do {                                                                                           \
        T object = (first), expected = (second), desired = (third), result;                        \
        printf("%-14s", #T);                                                                       \
        __atomic_load(&object, &result, __ATOMIC_SEQ_CST);                                         \
        shown(result);                                                                             \
        int failed = __atomic_compare_exchange(&object, &expected, &desired, 0, 5, 5);             \
        shown(expected);                                                                           \
        int succeeded = __atomic_compare_exchange(&object, &expected, &desired, 0, 5, 5);          \
        shown(object);                                                                             \
        result = (second);                                                                         \
        __atomic_store(&object, &result, __ATOMIC_SEQ_CST);                                        \
        __atomic_exchange(&object, &desired, &result, __ATOMIC_SEQ_CST);                           \
        shown(result);                                                                             \
        shown(object);                                                                             \
        printf(" %d %d\n", failed, succeeded);                                                     \
    } while (0)

#define SHOW_FLOAT(value) printf(" %g", (double)(value))
#define SHOW_POINTER(value) printf(" %d", (int)((value) - numbers))
#define SHOW_PAIR(value) printf(" {%d %d}", (value).low, (value).high)
#define SHOW_UNION(value) printf(" %x", (value).word)

struct pair {
    short low, high;
};
union word {
    unsigned word;
    unsigned char bytes[4];
};
struct alone {
    int *pointer;
};
enum colour { RED, GREEN, BLUE };
typedef int *pointer;

static int numbers[4] = {10, 11, 12, 13};
static int negate(int x) { return -x; }
static int identity(int x) { return x; }

int main(void) {
    BY_VALUE(bool, 1, 0, 0);
    BY_VALUE(char, 'a', 'b', 'c');
    BY_VALUE(int8_t, -1, -128, 127);
    BY_VALUE(uint8_t, 255, 128, 127);
    BY_VALUE(int16_t, -1, -32768, 32767);
    BY_VALUE(uint16_t, 65535, 7, 40000);
    BY_VALUE(int32_t, -1, 1 << 30, -7);
    BY_VALUE(uint32_t, ~0u, 1u << 31, 7);
    BY_VALUE(int64_t, -1, 1LL << 62, -7);
    BY_VALUE(uint64_t, ~0ULL, 1ULL << 63, 7);
    BY_VALUE(long, -1, 1L << 30, -7);
    BY_VALUE(enum colour, RED, GREEN, BLUE);

    THROUGH_POINTERS(bool, 1, 0, 0, SHOW);
    THROUGH_POINTERS(uint8_t, 200, 100, 50, SHOW);
    THROUGH_POINTERS(int16_t, -200, 100, 50, SHOW);
    THROUGH_POINTERS(int32_t, -200, 100, 50, SHOW);
    THROUGH_POINTERS(uint64_t, ~0ULL, 1ULL << 50, 50, SHOW);
    THROUGH_POINTERS(float, 1.5f, -2.25f, 3e10f, SHOW_FLOAT);
    THROUGH_POINTERS(double, 1.5, -2.25, 3e100, SHOW_FLOAT);
    THROUGH_POINTERS(pointer, numbers, numbers + 1, numbers + 3, SHOW_POINTER);
    THROUGH_POINTERS(struct pair, ((struct pair){1, 2}), ((struct pair){1, 3}), ((struct pair){-4, 5}), SHOW_PAIR);
    THROUGH_POINTERS(union word, ((union word){0x1234}), ((union word){.bytes = {1, 2, 3, 4}}), ((union word){~0u}), SHOW_UNION);

    // Through pointers it is bits that are copied.
    float real = 1.0f;
    int bits;
    __atomic_load(&real, &bits, __ATOMIC_SEQ_CST);
    printf("%x", bits);
    bits = 0x40490fdb;
    __atomic_store(&real, &bits, __ATOMIC_SEQ_CST);
    printf(" %.4f", real);
    unsigned same_size = 0xc0000000u;
    __atomic_exchange(&real, &same_size, &bits, __ATOMIC_SEQ_CST);
    printf(" %.4f %x\n", real, bits);
    // The sign of zero counts.
    float zero = 0.0f, minus_zero = -0.0f, one = 1.0f;
    printf("%d", __atomic_compare_exchange(&zero, &minus_zero, &one, 0, 5, 5));
    printf(" %g\n", minus_zero);

    // A record that is a pointer, and pointers to functions.
    struct alone box = {numbers}, other = {numbers + 2}, was;
    __atomic_exchange(&box, &other, &was, __ATOMIC_SEQ_CST);
    printf("%d %d\n", *box.pointer, *was.pointer);
    int (*function)(int) = negate;
    int (*before)(int) = __atomic_exchange_n(&function, identity, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", before(3), __atomic_load_n(&function, 0)(3), __sync_bool_compare_and_swap(&function, negate, 0));

    // A value is converted to the object's type first.
    bool truth = 0;
    printf("%d", __atomic_exchange_n(&truth, 5, __ATOMIC_SEQ_CST));
    printf(" %d", __atomic_exchange_n(&truth, 256, __ATOMIC_SEQ_CST));
    unsigned char byte = 44;
    printf(" %d", __sync_bool_compare_and_swap(&byte, 300, 257));
    printf(" %d", byte);
    int number = 0;
    printf(" %d", __atomic_fetch_add(&number, 2.9, __ATOMIC_SEQ_CST));
    printf(" %d\n", number);
    return 0;
}
