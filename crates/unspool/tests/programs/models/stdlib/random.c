/* rand, random, lrand48, drand48 and all other generators: any value of the range */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

unsigned arc4random(void);
unsigned arc4random_uniform(unsigned);
void arc4random_buf(void *, size_t);

#if defined IN_RANGE
// WITH --domain=-1,0,5
int main(void) {
    unsigned short state[3] = {1, 2, 3};
    srand(1);
    srandom(2);
    srand48(3);
    assert(rand() >= 0 && rand() <= RAND_MAX); // SAFE
    assert(random() >= 0 && random() <= RAND_MAX);
    assert(lrand48() >= 0);
    assert(nrand48(state) >= 0);
    assert(arc4random_uniform(3) < 3);
}
#elif defined FRACTIONS_IN_RANGE
// WITH --domain=-1,0,5
int main(void) {
    unsigned short state[3] = {1, 2, 3};
    double a = drand48(), b = erand48(state);
    assert(a >= 0 && a < 1 && b >= 0 && b < 1); // SAFE
}
#elif defined NEGATIVE_ONES
// WITH --domain=-1,1
int main(void) {
    unsigned short state[3] = {1, 2, 3};
    assert(mrand48() >= 0); // UNSAFE: assertion failed
    assert(jrand48(state) >= 0); // UNSAFE: assertion failed
}
#elif defined RAND_IS_ANY
// WITH --domain=0,5
int main(void) {
    assert(rand() != 5); // UNSAFE: assertion failed
}
#elif defined A_SEED_HAS_NO_INFLUENCE
int main(void) {
    srand(7);
    int first = rand();
    srand(7);
    assert(rand() == first); // UNSAFE: assertion failed
}
#elif defined RANDOM_IS_ANY
// WITH --domain=0,5
int main(void) {
    assert(random() != 5); // UNSAFE: assertion failed
}
#elif defined RAND_R_IS_ANY
// WITH --domain=0,5
int main(void) {
    unsigned seed = 1;
    assert(rand_r(&seed) != 5); // UNSAFE: assertion failed
}
#elif defined RAND_R_WITH_A_SHARED_SEED
// WITH --races
static unsigned seed;
static void *draws(void *unused) {
    rand_r(&seed); // RACE
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, draws, 0);
    rand_r(&seed); // RACE
    pthread_join(t, 0);
}
#elif defined ARC4RANDOM_IS_ANY
// WITH --domain=0,5
int main(void) {
    char bytes[2];
    assert(arc4random() != 5); // UNSAFE: assertion failed
    arc4random_buf(bytes, sizeof bytes);
    assert(bytes[0] != 5); // UNSAFE: assertion failed
}
#elif defined STATES
int main(void) {
    unsigned short seed[3] = {1, 2, 3}, parameters[7] = {0};
    char state[32];
    assert(seed48(seed) != 0); // SAFE
    lcong48(parameters);
    char *before = initstate(1, state, sizeof state);
    assert(before != 0 && setstate(before) != 0);
    errno = 0;
    assert(initstate(1, state, 4) == 0 && errno == EINVAL);
}
#endif
