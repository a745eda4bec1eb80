/* <stdlib.h>: random numbers, any value of the documented range, a fresh choice at each call.

   A check must hold for every generator, so seeds are ignored and a sequence is not reproduced by srand.
   The generators whose state belongs to the caller (rand_r, erand48 and so on) read and write that state, so that two
   threads that share it unprotected are found to race.

   Assumptions:
   - Every number is any value of the documented range, chosen afresh; RAND_MAX is glibc's 2147483647.
   - srand, srandom, srand48, initstate, setstate, seed48, lcong48: a seed has no influence.
   - rand_r, erand48, nrand48, jrand48: the caller's state changes in a fixed way that is not glibc's.
   - drand48, erand48: any multiple of 2^-48 in [0, 1). */

static int any_31_bits(void) { return __unspool_nondet(int) & 2147483647; }
static double any_fraction(void) { return (double)(__unspool_nondet(unsigned long long) >> 16) / 281474976710656.0; }

int rand(void) { return any_31_bits(); }
long random(void) { return any_31_bits(); }
long lrand48(void) { return any_31_bits(); }
long mrand48(void) { return __unspool_nondet(int); }
double drand48(void) { return any_fraction(); }

int rand_r(unsigned *seed) {
    *seed = *seed + 1;
    return any_31_bits();
}

static void advance(unsigned short state[3]) { state[0] = (unsigned short)(state[0] + 1); }

double erand48(unsigned short state[3]) {
    advance(state);
    return any_fraction();
}

long nrand48(unsigned short state[3]) {
    advance(state);
    return any_31_bits();
}

long jrand48(unsigned short state[3]) {
    advance(state);
    return __unspool_nondet(int);
}

void srand(unsigned seed) {}
void srandom(unsigned seed) {}
void srand48(long seed) {}
void lcong48(unsigned short parameters[7]) {}

/* The previous state, of which a program can only say that it is there. */
unsigned short *seed48(unsigned short seed[3]) {
    static unsigned short previous[3];
    return previous;
}

char *initstate(unsigned seed, char *state, size_t size) {
    static char previous[8];
    if (size < 8) {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    return previous;
}

char *setstate(char *state) {
    static char previous[8];
    return previous;
}

unsigned arc4random(void) { return __unspool_nondet(unsigned); }
void arc4random_buf(void *memory, size_t size) { __unspool_any_bytes(memory, size); }

/* A draw beyond the bound counts as 0, so that no execution is lost. */
unsigned arc4random_uniform(unsigned bound) {
    unsigned value = __unspool_nondet(unsigned);
    return value < bound ? value : 0;
}
