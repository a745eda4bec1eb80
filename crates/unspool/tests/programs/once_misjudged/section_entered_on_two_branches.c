// WITH --jobs 1 OR --unwind 1 --contexts 5
// A seat is free (0), offered (1), taken (2), paid (3). The guest asks for it in an atomic section that is entered on one of two branches.
// UNSAFE: a guest who has taken the seat sees it paid. It was thought that this needs no third round: what a section does was noted at one of its two entries only.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int seat;

static void *guest(void *argument)
{
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_atomic_begin();
    } else {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(seat == 3);
    }
    bool has_taken = seat == 1;
    if (has_taken)
        seat = 2;
    __VERIFIER_atomic_end();
    if (has_taken)
        assert(seat != 3);
    return argument;
}

static void *waiter(void *argument)
{
    seat = 1;
    __VERIFIER_atomic_begin();
#ifdef UNSAFE
    if (seat == 2)
        seat = 3;
#else
    if (seat == 2)
        seat = 4;
#endif
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, guest, 0);
    pthread_create(&threads[1], 0, waiter, 0);
    return 0;
}
