/* A store behind a load may fail, if what it writes to is constant. */
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; static const int c = 3; 
void *f(void *a) { int *p = __VERIFIER_nondet_int() ? (int*)&c : 0; if (!p) return 0;
  __VERIFIER_atomic_begin();
  int v = *p; 
  if (x == 1) { *p = v; }
  pthread_mutex_lock(&m);
  __VERIFIER_atomic_end();
  pthread_mutex_unlock(&m);
  return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }
