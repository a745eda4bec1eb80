/* <pthread.h>: pthread_atfork.

   Assumptions:
   - pthread_atfork: succeeds; the handlers never run, since fork is not modelled. */

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) { return 0; }
int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library) { return 0; }
