/* The words of CBMC that its relatives SATABS and BLITZ know too. */
extern void __CPROVER_assume(_Bool condition);
extern void __CPROVER_assert(_Bool condition, const char *text);
#define unspool_assume(c) __CPROVER_assume(c)
#define unspool_assert(c, text) (__CPROVER_assert((c), text), __CPROVER_assume(c))
