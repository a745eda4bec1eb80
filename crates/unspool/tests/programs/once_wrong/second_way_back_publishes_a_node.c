/* One way back to the head of the loop publishes the node, the other waits. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct n { int v; }; struct n *top; int flag;
void *f(void *a) { struct n *p = top; 
  if (p) { p->v = 2; if (p->v == 1) { p->v = 2; if (p->v == 1) assert(0); } }
  flag = 1; return 0; }
void g(void) { struct n *n = malloc(sizeof *n);
 again:
  n->v = 1;
  if (__sync_bool_compare_and_swap(&top, 0, n)) goto again;
  if (!flag) goto again;
}
int main(void) { pthread_t t; 
  pthread_create(&t, 0, f, 0);
  g();
  return 0; }
