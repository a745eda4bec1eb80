// Everything of <stdatomic.h>: types, initialisation, generic functions with and without an order, flags, fences.
#include <stdatomic.h>
#include <stdio.h>

#define TYPE(name)                                                                                 \
    do {                                                                                           \
        name object = ATOMIC_VAR_INIT(5);                                                          \
        atomic_init(&object, 6);                                                                   \
        atomic_store(&object, atomic_load(&object) + 1);                                           \
        atomic_store_explicit(&object, atomic_load_explicit(&object, memory_order_acquire) + 1,    \
                              memory_order_release);                                               \
        int sum = atomic_exchange(&object, 20);                                                    \
        sum = sum * 100 + atomic_exchange_explicit(&object, 21, memory_order_acq_rel);             \
        __typeof__((void)0, object) expected = 0;                                                  \
        sum += atomic_compare_exchange_strong(&object, &expected, 30);                             \
        sum += 10 * atomic_compare_exchange_strong_explicit(                                       \
                        &object, &expected, 30, memory_order_acq_rel, memory_order_relaxed);       \
        while (!atomic_compare_exchange_weak(&object, &expected, 31))                              \
            ;                                                                                      \
        while (!atomic_compare_exchange_weak_explicit(&object, &expected, 32,                      \
                                                      memory_order_release, memory_order_relaxed)) \
            ;                                                                                      \
        printf("%-22s %d %d %d %d", #name, sum, (int)expected, (int)atomic_load(&object),          \
               (int)sizeof object);                                                                \
        printf(" %d", atomic_is_lock_free(&object));                                               \
        printf(" %d", (int)atomic_fetch_add(&object, 3));                                          \
        printf(" %d", (int)atomic_fetch_sub_explicit(&object, 4, memory_order_relaxed));           \
        printf(" %d", (int)atomic_fetch_or(&object, 64));                                          \
        printf(" %d", (int)atomic_fetch_xor_explicit(&object, 3, memory_order_consume));           \
        printf(" %d", (int)atomic_fetch_and(&object, 0x66));                                       \
        printf(" %d\n", (int)object);                                                              \
    } while (0)

static atomic_flag global_flag = ATOMIC_FLAG_INIT;
static int lock_free[] = {ATOMIC_BOOL_LOCK_FREE,  ATOMIC_CHAR_LOCK_FREE, ATOMIC_CHAR16_T_LOCK_FREE,
                          ATOMIC_CHAR32_T_LOCK_FREE, ATOMIC_WCHAR_T_LOCK_FREE, ATOMIC_SHORT_LOCK_FREE,
                          ATOMIC_INT_LOCK_FREE,   ATOMIC_LONG_LOCK_FREE, ATOMIC_LLONG_LOCK_FREE,
                          ATOMIC_POINTER_LOCK_FREE};
_Static_assert(__atomic_always_lock_free(sizeof(int), 0), "int is lock-free");

int main(void) {
    TYPE(atomic_char);
    TYPE(atomic_schar);
    TYPE(atomic_uchar);
    TYPE(atomic_short);
    TYPE(atomic_ushort);
    TYPE(atomic_int);
    TYPE(atomic_uint);
    TYPE(atomic_long);
    TYPE(atomic_ulong);
    TYPE(atomic_llong);
    TYPE(atomic_ullong);
    TYPE(atomic_char16_t);
    TYPE(atomic_char32_t);
    TYPE(atomic_wchar_t);
    TYPE(atomic_int_least8_t);
    TYPE(atomic_uint_least16_t);
    TYPE(atomic_int_fast32_t);
    TYPE(atomic_uint_fast64_t);
    TYPE(atomic_intptr_t);
    TYPE(atomic_uintptr_t);
    TYPE(atomic_size_t);
    TYPE(atomic_ptrdiff_t);
    TYPE(atomic_intmax_t);
    TYPE(atomic_uintmax_t);

    for (unsigned i = 0; i < sizeof lock_free / sizeof *lock_free; i++)
        printf("%d ", lock_free[i]);
    printf("%d %d\n", __atomic_always_lock_free(3, 0), __atomic_always_lock_free(16, 0));

    volatile atomic_flag flag = ATOMIC_FLAG_INIT;
    printf("%d", atomic_flag_test_and_set(&flag));
    printf("%d", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    atomic_flag_clear(&flag);
    printf("%d", atomic_flag_test_and_set(&flag));
    atomic_flag_clear_explicit(&flag, memory_order_release);
    printf("%d %d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&global_flag));
    char plain_flag = 0;
    printf("%d", __atomic_test_and_set(&plain_flag, __ATOMIC_SEQ_CST));
    printf(" %d", plain_flag);
    __atomic_clear(&plain_flag, __ATOMIC_SEQ_CST);
    printf(" %d\n", plain_flag);

    // Orders need not be constants, and are evaluated.
    memory_order order = memory_order_relaxed;
    atomic_int x = 1;
    atomic_thread_fence(order);
    atomic_signal_fence(memory_order_acq_rel);
    int evaluated = 0;
    int loaded = __atomic_load_n(&x, (evaluated++, order));
    printf("%d %d %d", loaded, evaluated, kill_dependency(x));
    printf(" %d\n", atomic_fetch_add_explicit(&x, 2, order));

    atomic_bool truth;
    atomic_init(&truth, 7);
    printf("%d", atomic_exchange(&truth, 0));
    printf(" %d\n", atomic_load(&truth));
    _Atomic double real = 0.5;
    double wanted = 0.5;
    printf("%d", atomic_compare_exchange_strong(&real, &wanted, 0.75));
    printf(" %g\n", atomic_load(&real));
    return 0;
}
