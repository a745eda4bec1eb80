/* atomic_thread_fence, atomic_signal_fence, __atomic_thread_fence: accepted with every order. All accesses are
   sequentially consistent, so that two threads which each raise a flag before they look never both miss it */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int raised[2];
static int missed[2];

#if defined WITH_FENCES
static void *work(void *mine) {
    int me = mine != 0;
    atomic_store_explicit(&raised[me], 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    missed[me] = !atomic_load_explicit(&raised[!me], memory_order_relaxed);
    return 0;
}
#elif defined OTHER_WAY_ROUND
static void *work(void *mine) {
    int me = mine != 0;
    missed[me] = !atomic_load_explicit(&raised[!me], memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&raised[me], 1, memory_order_relaxed);
    return 0;
}
#elif defined EVERY_ORDER
static void *work(void *mine) {
    memory_order given = mine ? memory_order_acquire : memory_order_release;
    atomic_thread_fence(memory_order_relaxed);
    atomic_thread_fence(memory_order_consume);
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_thread_fence(memory_order_acq_rel);
    atomic_signal_fence(memory_order_seq_cst);
    __atomic_thread_fence(given);
    __sync_synchronize();
    return 0;
}
#endif

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, (void *)1);
    work(0);
    pthread_join(other, 0);
#if defined WITH_FENCES
    assert(!(missed[0] && missed[1])); // SAFE
#elif defined OTHER_WAY_ROUND
    assert(!(missed[0] && missed[1])); // UNSAFE: assertion failed
#elif defined EVERY_ORDER
    return 0; // SAFE
#endif
}
