// WITH --unwind 2 --rounds 3
// A union of a pointer, a number and bytes contains the number.
// UNSAFE: it is claimed that it does not.
#include <pthread.h>
#include <assert.h>
union { int *p; unsigned long v; unsigned char b[8]; } u; int x; int turn;
void *f(void *a) { while (turn != 1); turn = 2; while (turn != 3);
  unsigned long w = u.v;
#ifdef UNSAFE
  assert(w != 0x123456789abcdef1);
#else
  assert(w == 0x123456789abcdef1);
#endif
  u.p = &x;  return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  u.v = 0x123456789abcdef1;
  turn = 1;
  while (turn != 2);
  turn = 3;
}
