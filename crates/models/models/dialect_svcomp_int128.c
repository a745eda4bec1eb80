/* The dialect of SV-COMP: 128-bit inputs.

   A file of its own, because not every compiler that is asked to read the models for ILP32 has the type. */

__int128 __VERIFIER_nondet_int128(void) { return __unspool_nondet(__int128); }
unsigned __int128 __VERIFIER_nondet_uint128(void) { return __unspool_nondet(unsigned __int128); }
