// GCC __atomic builtins at 1, 2, 4 and 8 bytes.
#include <stdio.h>
#include <stdint.h>
#define RUN(T, init) do { T v = (T)(init), out, want; printf("%d:", (int)sizeof v); \
    printf(" %lld", (long long)__atomic_fetch_add(&v, 3, __ATOMIC_SEQ_CST)); printf(" %lld", (long long)__atomic_add_fetch(&v, 3, __ATOMIC_RELAXED)); \
    printf(" %lld", (long long)__atomic_sub_fetch(&v, 10, __ATOMIC_ACQ_REL)); printf(" %lld", (long long)__atomic_fetch_sub(&v, 1, __ATOMIC_RELEASE)); \
    printf(" %lld", (long long)__atomic_or_fetch(&v, 0x30, __ATOMIC_SEQ_CST)); printf(" %lld", (long long)__atomic_and_fetch(&v, 0x5f, __ATOMIC_SEQ_CST)); \
    printf(" %lld", (long long)__atomic_xor_fetch(&v, 0x0f, __ATOMIC_SEQ_CST)); printf(" %lld", (long long)__atomic_nand_fetch(&v, 0x1c, __ATOMIC_SEQ_CST)); \
    printf(" %lld", (long long)__atomic_fetch_nand(&v, 0x7, __ATOMIC_SEQ_CST)); printf(" %lld\n", (long long)__atomic_load_n(&v, __ATOMIC_ACQUIRE)); \
    T next = 42; __atomic_exchange(&v, &next, &out, __ATOMIC_SEQ_CST); want = 41; int ok = __atomic_compare_exchange_n(&v, &want, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); printf("%lld %d %lld", (long long)out, ok, (long long)want); \
    ok = __atomic_compare_exchange(&v, &want, &out, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); __atomic_load(&v, &next, __ATOMIC_SEQ_CST); printf(" %d %lld", ok, (long long)next); \
    __atomic_store_n(&v, 5, __ATOMIC_RELEASE); want = 6; __atomic_store(&v, &want, __ATOMIC_RELAXED); printf(" %lld %lld\n", (long long)__atomic_exchange_n(&v, 8, __ATOMIC_SEQ_CST), (long long)want); } while (0)
int main(void) {
    RUN(int8_t, 120); RUN(uint8_t, 250); RUN(int16_t, -5); RUN(uint16_t, 65530); RUN(int32_t, 77); RUN(uint32_t, 0); RUN(int64_t, 1LL << 40); RUN(uint64_t, 0);
    char t = 0; _Bool was = __atomic_test_and_set(&t, __ATOMIC_SEQ_CST), again = __atomic_test_and_set(&t, __ATOMIC_SEQ_CST); __atomic_clear(&t, __ATOMIC_SEQ_CST); printf("%d %d %d\n", was, again, t);
    __atomic_thread_fence(__ATOMIC_SEQ_CST); int a[3] = {1, 2, 3}, *p = a; __atomic_fetch_add(&p, sizeof(int), __ATOMIC_SEQ_CST); printf("%d\n", *p);
    printf("%d\n", __atomic_always_lock_free(4, 0)); return 21;
}
