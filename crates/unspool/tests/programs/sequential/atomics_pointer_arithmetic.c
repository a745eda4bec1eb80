// GCC's builtins count in bytes, whatever a pointer points to; operators count in elements. The bits of pointers can carry tags.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static long numbers[8] = {0, 10, 20, 30, 40, 50, 60, 70};

static int position(void *pointer) { return (int)((char *)pointer - (char *)numbers); }

int main(void) {
    long *pointer = numbers + 2;
    int step = sizeof(long);
    printf("%d", position(__atomic_fetch_add(&pointer, step, __ATOMIC_SEQ_CST)) / step);
    printf(" %d", position(__atomic_add_fetch(&pointer, step, __ATOMIC_SEQ_CST)) / step);
    printf(" %ld", *pointer);
    printf(" %d", position(__sync_fetch_and_sub(&pointer, 2 * step)) / step);
    printf(" %d", position(__sync_sub_and_fetch(&pointer, step)) / step);
    printf(" %ld\n", *pointer);

    _Atomic(long *) shared = numbers;
    printf("%d", position(atomic_fetch_add(&shared, sizeof(long))) / step);
    printf(" %ld", *shared);
    shared += 3;
    printf(" %ld", *shared);
    printf(" %ld", *shared++);
    printf(" %ld", *--shared);
    shared -= 2;
    printf(" %ld", *(shared -= 1));
    printf(" %d\n", shared == &numbers[1]);

    void *untyped = numbers;
    printf("%d", position(__atomic_add_fetch(&untyped, 3, __ATOMIC_SEQ_CST)));
    printf(" %d\n", position(untyped));

    // A tag in the lowest bit, taken off again.
    long *tagged = numbers + 5;
    printf("%d", position(__atomic_fetch_or(&tagged, 1, __ATOMIC_SEQ_CST)) % step);
    printf(" %d", position(tagged) % step);
    printf(" %d", (int)((uintptr_t)__atomic_xor_fetch(&tagged, 3, __ATOMIC_SEQ_CST) & 3));
    printf(" %ld", *__atomic_and_fetch(&tagged, ~(uintptr_t)3, __ATOMIC_SEQ_CST));
    printf(" %ld\n", *tagged);

    // Null, and back.
    printf("%d", __sync_bool_compare_and_swap(&pointer, numbers, 0));
    pointer = numbers;
    printf(" %d", __sync_bool_compare_and_swap(&pointer, numbers, 0));
    printf(" %d", pointer == 0);
    printf(" %d", __atomic_exchange_n(&pointer, numbers + 7, __ATOMIC_SEQ_CST) == 0);
    printf(" %ld\n", *pointer);
    __sync_lock_release(&pointer);
    return pointer == 0 ? 3 : 4;
}
