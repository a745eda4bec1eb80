/* Random numbers: any value of the documented range, a fresh choice at each call.

   A check must hold for every generator, so seeds are ignored and a sequence is not reproduced by
   srand. RAND_MAX is glibc's 2147483647. */

int rand(void) { return __unspool_nondet(int) & 2147483647; }
int rand_r(unsigned *seed) { return __unspool_nondet(int) & 2147483647; }
long random(void) { return __unspool_nondet(int) & 2147483647; }
long lrand48(void) { return __unspool_nondet(int) & 2147483647; }
long mrand48(void) { return __unspool_nondet(int); }

/* A multiple of 2^-48 in [0, 1), as POSIX defines it. */
double drand48(void) { return (double)(__unspool_nondet(unsigned long long) >> 16) / 281474976710656.0; }

void srand(unsigned seed) {}
void srandom(unsigned seed) {}
void srand48(long seed) {}
