/* A text that another thread sets may still be null. */
#include <pthread.h>
#include <stdio.h>
const char *name;
void *init(void *a) { name = "abc"; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, init, 0); puts(name); pthread_join(t, 0); return 0; }
