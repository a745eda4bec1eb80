// C11 atomics in one thread: load, store, exchange, compare-exchange and the fetch operations.
#include <stdio.h>
#include <stdatomic.h>
#define RUN(T, init) do { _Atomic T a; atomic_init(&a, init); T o1 = atomic_fetch_add(&a, 5), o2 = atomic_fetch_sub(&a, 3), o3 = atomic_fetch_or(&a, 0x40), o4 = atomic_fetch_and(&a, 0x7b), o5 = atomic_fetch_xor(&a, 0x11); \
    printf(#T " %lld %lld %lld %lld %lld -> %lld\n", (long long)o1, (long long)o2, (long long)o3, (long long)o4, (long long)o5, (long long)atomic_load(&a)); \
    T want = (T)1; _Bool ok = atomic_compare_exchange_strong(&a, &want, (T)9); printf("%d %lld ", ok, (long long)want); ok = atomic_compare_exchange_strong(&a, &want, (T)9); printf("%d %lld ", ok, (long long)atomic_exchange(&a, (T)77)); \
    atomic_store_explicit(&a, (T)-1, memory_order_release); printf("%lld\n", (long long)atomic_load_explicit(&a, memory_order_acquire)); } while (0)
int main(void) {
    RUN(char, 10); RUN(signed char, 125); RUN(unsigned char, 252); RUN(short, 32765); RUN(unsigned short, 65534); RUN(int, -3); RUN(unsigned, 4294967294u);
    RUN(long, 100); RUN(unsigned long, 7); RUN(long long, 1LL << 40); RUN(unsigned long long, ~0ull);
    atomic_flag f = ATOMIC_FLAG_INIT; int x = atomic_flag_test_and_set(&f), y = atomic_flag_test_and_set(&f); atomic_flag_clear(&f); int z = atomic_flag_test_and_set(&f); printf("%d%d%d\n", x, y, z);
    atomic_bool b = ATOMIC_VAR_INIT(0); x = atomic_exchange(&b, 5); printf("%d %d\n", x, (int)atomic_load(&b));
    atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_acquire);
    int arr[4] = {1, 2, 3, 4}; int *_Atomic p = arr; int *was = atomic_exchange(&p, arr + 2); printf("%d %d\n", *was, *atomic_load(&p)); atomic_store(&p, arr + 1); printf("%d\n", *p);
    atomic_uint_fast16_t fast = 3; atomic_size_t sz = 4; atomic_fetch_add(&sz, (size_t)fast); return (int)sz;
}
