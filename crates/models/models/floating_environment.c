/* <fenv.h>: the floating-point environment, of which there is only the default.

   Assumptions:
   - fetestexcept, fegetexceptflag: which exceptions operations raise is not tracked: any of those asked about may be raised or not.
   - feclearexcept, feraiseexcept, fesetexceptflag, feholdexcept: succeed and do nothing.
   - fesetround: only the default, FE_TONEAREST; other modes are not supported.
   - fesetenv, feupdateenv: succeed; what was saved is the default environment.
   - feenableexcept, fedisableexcept, fegetexcept: no exception traps; enabling one is not supported. */

int feclearexcept(int exceptions) { return 0; }
int feraiseexcept(int exceptions) { return 0; }
int fetestexcept(int exceptions) { return __unspool_nondet(int) & exceptions; }

/* fexcept_t has two bytes, fenv_t 28 or 32, which nothing looks into. */
int fegetexceptflag(unsigned short *flags, int exceptions) {
    *flags = (unsigned short)(__unspool_nondet(unsigned short) & exceptions);
    return 0;
}

int fesetexceptflag(const unsigned short *flags, int exceptions) { return 0; }
int fegetround(void) { return 0; }

int fesetround(int mode) {
    if (mode != 0)
        __unspool_unsupported("fesetround to another mode than FE_TONEAREST");
    return 0;
}

int fegetenv(void *environment) {
    memset(environment, 0, 28);
    return 0;
}

int feholdexcept(void *environment) { return fegetenv(environment); }
int fesetenv(const void *environment) { return 0; }
int feupdateenv(const void *environment) { return 0; }
int fegetexcept(void) { return 0; }
int fedisableexcept(int exceptions) { return 0; }

int feenableexcept(int exceptions) {
    if ((exceptions & 61) != 0) /* FE_ALL_EXCEPT */
        __unspool_unsupported("feenableexcept");
    return 0;
}
