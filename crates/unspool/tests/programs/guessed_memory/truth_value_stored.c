// WITH --unwind 2 --rounds 3
// A byte contains a number that is no truth value; later a truth value is stored there.
// UNSAFE: it is claimed that it never was that number.
#include <pthread.h>
#include <assert.h>
union { _Bool b; unsigned char c; } u;
int turn;
void *f(void *x) {
  while (turn != 1) ;
  int seen = u.c;     /* 2, in round 0 */
  turn = 2;
  while (turn != 3) ;   /* round 1 */
  seen = u.c;
  u.b = 0;            /* round 1 */
#ifdef UNSAFE
  assert(seen != 2);
#else
  assert(seen == 2);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  u.c = 2;
  turn = 1;
  while (turn != 2) ;
  turn = 3;
}
