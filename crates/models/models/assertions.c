/* What <assert.h> expands to, in glibc's and older spellings. A failed assertion violates
   "unreach-call"; then the process ends as by abort(). The text, file and line of the assertion
   need not be passed on: the report shows the call site. */

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
    __unspool_assert(0, "unreach-call", "assertion failed");
    __unspool_abort();
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
    __unspool_assert(0, "unreach-call", "assertion failed");
    __unspool_abort();
}

_Noreturn void __assert(const char *assertion, const char *file, int line) {
    __unspool_assert(0, "unreach-call", "assertion failed");
    __unspool_abort();
}

/* BSD and macOS spell it so. */
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *assertion) {
    __unspool_assert(0, "unreach-call", "assertion failed");
    __unspool_abort();
}
