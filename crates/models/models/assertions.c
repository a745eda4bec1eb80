/* <assert.h>: what assert expands to, in glibc's and older spellings.

   A failed assertion violates "unreach-call"; then the process ends as by abort(). The report tells the assertion's text;
   its file and line need not be passed on, since the report shows the call site.

   Assumptions:
   - assert: a program that calls assert without including the header gets a function that does the same. */

static _Noreturn void fail_assertion(const char *assertion) {
    __unspool_assert(0, "unreach-call", "assertion failed", assertion);
    __unspool_abort();
}

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    fail_assertion(assertion);
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    fail_assertion(strerror(error));
}

_Noreturn void __assert(const char *assertion, const char *file, int line) { fail_assertion(assertion); }

/* newlib and Android spell it so. */
_Noreturn void __assert_func(const char *file, int line, const char *function, const char *assertion) {
    fail_assertion(assertion);
}

_Noreturn void __assert2(const char *file, int line, const char *function, const char *assertion) { fail_assertion(assertion); }

/* BSD and macOS spell it so. */
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *assertion) {
    fail_assertion(assertion);
}

void assert(int condition) {
    if (!condition)
        fail_assertion(0);
}
