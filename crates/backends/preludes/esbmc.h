/* ESBMC, by its own words. */
extern void __ESBMC_assume(_Bool condition);
extern void __ESBMC_assert(_Bool condition, const char *text);
#define unspool_assume(c) __ESBMC_assume(c)
#define unspool_assert(c, text) (__ESBMC_assert((c), text), __ESBMC_assume(c))
