// WITH --unwind 1 --rounds 2
// A thread writes something in an atomic section in which every execution ends that comes there.
// UNSAFE: it comes to an error on its way.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static int written, seen;

static void *work(void *unused)
{
    __VERIFIER_atomic_begin();
    written = 1;
#ifdef UNSAFE
    if (seen == 1)
        reach_error();
#endif
    exit(0);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    seen = 1;
    if (written)
        seen = 2;
    if (seen == 2)
        reach_error();
    return 0;
}
