// WITH --unwind 2 OR --unwind 2 --contexts 3
// In an atomic section: an assertion, behind which executions go on, and a loop that runs more often than the bound allows just where the assertion fails.
// UNSAFE: the assertion fails. That the section did not come to its end, because of the bound, excluded the failure.
#include <pthread.h>

void __CPROVER_assert(int condition, const char *what);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int is_open, level;

static void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
#ifdef UNSAFE
    is_open = 1;
#endif
    level = 7;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    int was_open = is_open, found = level;
    __CPROVER_assert(!was_open, "closed");
    int count = 0;
    while (count < found)
        count++;
    __VERIFIER_atomic_end();
    return count;
}
