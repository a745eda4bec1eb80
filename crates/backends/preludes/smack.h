/* SMACK, by the words of its header smack.h. */
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_assert(int condition);
#define unspool_assume(c) __VERIFIER_assume((c) != 0)
#define unspool_assert(c, text) (__VERIFIER_assert((c) != 0), __VERIFIER_assume((c) != 0))
