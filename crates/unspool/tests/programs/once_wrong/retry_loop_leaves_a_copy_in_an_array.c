/* The same, with C11's compare-exchange and an array. */
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
/* ReadAgain: entry value kept in a private slot read through a pointer; direct use as a control */
atomic_int x;
void *f(void *a) { atomic_fetch_add(&x, 1); return 0; }
void inc(void) { int first[1]; int *ps = first; int i = 0;
  int old = atomic_load(&x); first[0] = old;
  while (!atomic_compare_exchange_weak(&x, &old, old + 1)) ;
  assert(ps[i] == old);
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); inc(); return 0; }
