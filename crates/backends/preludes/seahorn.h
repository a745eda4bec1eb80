/* SeaHorn, by the words of its header seahorn/seahorn.h. */
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
#define unspool_assume(c) __VERIFIER_assume((c) != 0)
#define unspool_assert(c, text) ((c) ? (void)0 : __VERIFIER_error())
