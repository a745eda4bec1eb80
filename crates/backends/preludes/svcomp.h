/* Assumptions and violations by the rules of SV-COMP: a call of reach_error() is a violation, abort() ends the execution. */
extern void abort(void) __attribute__((__noreturn__));
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));

void reach_error(void)
{
    __assert_fail("0", "program.c", 1, "reach_error");
}

#define unspool_assume(c) ((c) ? (void)0 : abort())
#define unspool_assert(c, text) ((c) ? (void)0 : (reach_error(), abort()))
