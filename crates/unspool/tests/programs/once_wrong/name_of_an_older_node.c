/* A variable may hold an older object from the same malloc, which others know. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct n { int v; }; struct n *top; int flag;
void *f(void *a) { struct n *p = top; 
  if (p) { p->v = 2; if (p->v == 1) { p->v = 2; if (p->v == 1) assert(0); } }
  flag = 1; return 0; }
void g(void) { struct n *m;
  for (int i = 0; i < 2; i++) {
    struct n *n = malloc(sizeof *n);
    if (i == 0) m = n;
    if (i == 1) { do { m->v = 1; } while (!flag); }
    if (i == 0) top = n;
  }
}
int main(void) { pthread_t t; 
  pthread_create(&t, 0, f, 0);
  g();
  return 0; }
