// WITH --unwind 2 --rounds 3
// One to three numbers are allocated, and another thread sets the last one; what it does behind that is outside.
// UNSAFE: it is claimed that the last one is not the first.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int *g; int n, turn;
void *f(void *a) {
  while (turn != 1);
  g[n-1] = 5;
  turn = 2;
#ifndef UNSAFE
  g[n] = 1; assert(0);
#endif
  return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  n = __VERIFIER_nondet_uint() % 3 + 1;
  g = malloc(n * sizeof(int));
  g[0] = 0;
  turn = 1;
  while (turn != 2);
#ifdef UNSAFE
  assert(g[0] != 5);
#endif
}
