/* An address gets to another thread by variable arguments. */
#include <pthread.h>
#include <stdarg.h>
void *B(void *a) { va_list *ap = a; *va_arg(*ap, int *) = 1; return 0; }
int pub(int n, ...) { va_list ap; pthread_t t; va_start(ap, n); pthread_create(&t, 0, B, &ap); pthread_join(t, 0); va_end(ap); return 0; }
int main(void) { int l = 0; pub(1, &l); return l; }   /* 1; bounded: 0 */
