/* The example of Figure 2 of the article on Lazy-CSeq (TOPLAS 2022): producers and consumers of a counter. Two consumers can both see that there is
   something left, and then both take it. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

pthread_mutex_t m;
int c;

void *P(void *n) {
    int l = (int)(long)n;
    pthread_mutex_lock(&m);
    if (c > 0) {
        c = c + 1;
    } else {
        c = 0;
        while (l > 0) {
            c = c + 1;
            l = l - 1;
        }
    }
    pthread_mutex_unlock(&m);
    return 0;
}

void *C(void *unused) {
    (void)unused;
    __VERIFIER_assume(c > 0);
    c = c - 1;
    assert(c >= 0);
    return 0;
}

int main(void) {
    pthread_t p0, p1, c0, c1;
    c = 0;
    pthread_mutex_init(&m, 0);
    pthread_create(&p0, 0, P, (void *)5);
    pthread_create(&p1, 0, P, (void *)1);
    pthread_create(&c0, 0, C, 0);
    pthread_create(&c1, 0, C, 0);
    pthread_join(p0, 0);
    pthread_join(p1, 0);
    pthread_join(c0, 0);
    pthread_join(c1, 0);
    return 0;
}
