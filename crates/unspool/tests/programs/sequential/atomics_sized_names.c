// The names with a size work on unsigned integers of that size, whatever the pointer's type is.
#include <stdio.h>
#include <stdint.h>

#define SHOW(value) printf(" %llu", (unsigned long long)(value))

#define SIZE(bytes, U)                                                                             \
    do {                                                                                           \
        U memory = (U)-2, expected = 7;                                                            \
        void *object = &memory;                                                                    \
        printf("%d:", bytes);                                                                      \
        SHOW(__atomic_load_##bytes(object, __ATOMIC_SEQ_CST));                                     \
        __atomic_store_##bytes(object, (U)-3, __ATOMIC_SEQ_CST);                                   \
        SHOW(__atomic_exchange_##bytes(object, 9, __ATOMIC_SEQ_CST));                              \
        SHOW(__atomic_compare_exchange_##bytes(object, &expected, 11, 0, 5, 5));                   \
        SHOW(expected);                                                                            \
        SHOW(__atomic_compare_exchange_##bytes(object, &expected, 11, 0, 5, 5));                   \
        SHOW(__atomic_fetch_add_##bytes(object, 12, __ATOMIC_SEQ_CST));                            \
        SHOW(__atomic_sub_fetch_##bytes(object, 30, __ATOMIC_SEQ_CST));                            \
        SHOW(__atomic_fetch_nand_##bytes(object, 6, __ATOMIC_SEQ_CST));                            \
        SHOW(__atomic_or_fetch_##bytes(object, 1, __ATOMIC_SEQ_CST));                              \
        SHOW(__sync_fetch_and_add_##bytes(object, 1));                                             \
        SHOW(__sync_xor_and_fetch_##bytes(object, 0x55));                                          \
        SHOW(__sync_bool_compare_and_swap_##bytes(object, 1, 2));                                  \
        SHOW(__sync_val_compare_and_swap_##bytes(object, 1, 2));                                   \
        SHOW(__sync_lock_test_and_set_##bytes(object, 77));                                        \
        __sync_lock_release_##bytes(object);                                                       \
        SHOW(memory);                                                                              \
        printf("\n");                                                                              \
    } while (0)

int main(void) {
    SIZE(1, uint8_t);
    SIZE(2, uint16_t);
    SIZE(4, uint32_t);
    SIZE(8, uint64_t);
    // Signed and floating objects are seen as bits.
    int number = -1;
    float real = 1.0f;
    printf("%lld %u\n", (long long)__atomic_fetch_add_4(&number, 2, 5), __atomic_load_4(&real, 5));
    __sync_synchronize();
    return number;
}
