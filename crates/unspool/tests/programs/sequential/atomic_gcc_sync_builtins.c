// Legacy GCC __sync builtins at 1, 2, 4 and 8 bytes.
#include <stdio.h>
#include <stdint.h>
#define RUN(T, init) do { T v = (T)(init); printf("%d:", (int)sizeof v); \
    printf(" %lld", (long long)__sync_fetch_and_add(&v, 7)); printf(" %lld", (long long)__sync_add_and_fetch(&v, 1)); printf(" %lld", (long long)__sync_fetch_and_sub(&v, 20)); \
    printf(" %lld", (long long)__sync_sub_and_fetch(&v, 2)); printf(" %lld", (long long)__sync_fetch_and_or(&v, 0x11)); printf(" %lld", (long long)__sync_or_and_fetch(&v, 0x22)); \
    printf(" %lld", (long long)__sync_fetch_and_and(&v, 0x6e)); printf(" %lld", (long long)__sync_and_and_fetch(&v, 0x3c)); printf(" %lld", (long long)__sync_xor_and_fetch(&v, 0x55)); \
    printf(" %lld", (long long)__sync_nand_and_fetch(&v, 0x41)); v = 9; printf(" %d", __sync_bool_compare_and_swap(&v, 9, 10)); printf(" %d", __sync_bool_compare_and_swap(&v, 9, 11)); \
    printf(" %lld", (long long)__sync_val_compare_and_swap(&v, 10, 12)); printf(" %lld", (long long)__sync_lock_test_and_set(&v, 1)); __sync_lock_release(&v); printf(" %lld\n", (long long)v); } while (0)
int main(void) {
    RUN(int8_t, 125); RUN(uint8_t, 1); RUN(int16_t, 32760); RUN(uint16_t, 3); RUN(int32_t, -100); RUN(uint32_t, 4294967290u); RUN(int64_t, 1LL << 35); RUN(uint64_t, 5);
    __sync_synchronize(); int x = 1; int *p = &x, y = 2; int *old = __sync_val_compare_and_swap(&p, &x, &y); printf("%d %d\n", *old, *p);
    return *p;
}
