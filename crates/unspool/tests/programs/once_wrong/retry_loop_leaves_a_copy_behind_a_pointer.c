/* The value read before a retry loop is also kept behind a pointer: the loop cannot be left out. */
#include <pthread.h>
#include <assert.h>
int x;
void *f(void *a) { __sync_fetch_and_add(&x, 1); return 0; }
void inc(void) { int saved; int *ps = &saved;
  int old = __atomic_load_n(&x, 5); saved = old; int now;
  while ((now = __sync_val_compare_and_swap(&x, old, old + 1)) != old) old = now;
  assert(*ps == old);
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); inc(); return 0; }
