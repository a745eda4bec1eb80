// WITH --unwind 2 OR --unwind 2 --contexts 1
// The same with a single thread: an assertion in an atomic section, and a loop that has no end if the assertion fails.
// UNSAFE: the assertion fails. That the section did not come to its end, because of the bound, excluded the failure.
void __CPROVER_assert(int condition, const char *what);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int main(void)
{
    __VERIFIER_atomic_begin();
    int level = __VERIFIER_nondet_bool() ? 7 : 3;
#ifdef UNSAFE
    __CPROVER_assert(level != 7, "below seven");
#else
    __CPROVER_assert(level <= 7, "not above seven");
#endif
    while (level == 7)
        ;
    __VERIFIER_atomic_end();
    return 0;
}
