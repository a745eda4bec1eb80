// WITH --unwind 2 --rounds 1 OR --unwind 2 --contexts 1
// A number is declared in the body of a loop, and set in every iteration before it is used.
// UNSAFE: it is set only in the first one. Every declaration makes a variable anew, with any contents; it kept what it had before.
#include <assert.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

static void set(int *number)
{
    *number = 7;
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int number;
#ifdef UNSAFE
        if (i == 0)
            set(&number);
#else
        set(&number);
#endif
        if (__VERIFIER_nondet_bool())
            return 1;
        int *pointer = &number;
        assert(*pointer == 7);
    }
    return 0;
}
