// WITH --unwind 2 --rounds 3
// An element of an array of records is found by a pointer, another one by its name; a member beside them is shared, the elements are not.
// UNSAFE: it is claimed that the element is as it was.
#include <pthread.h>
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
struct E { int a; int b; };
struct S { int pad; int flag; struct E arr[20]; } s;
struct E other[20];
int turn;
void *f(void *x) {
  while (turn != 1) ;
  turn = 2;
  while (turn != 3) ;                       /* not in round 0 */
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 20) return 0;
  struct E *p = __VERIFIER_nondet_uint() ? s.arr : other;
  p[i].a = 1;
  s.flag = 5;
#ifdef UNSAFE
  assert(s.arr[3].a == 0);
#else
  if (i == 3 && p == s.arr) assert(s.arr[3].a == 1);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  turn = 1;
  while (turn != 2) ;
  turn = 3;
  int v = s.flag;
  assert(v == 0 || v == 5);
}
