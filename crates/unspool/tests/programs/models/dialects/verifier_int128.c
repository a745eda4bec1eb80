/* __VERIFIER_nondet_int128, __VERIFIER_nondet_uint128 */
#include <assert.h>

__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    assert(__VERIFIER_nondet_uint128() == 0); // UNSAFE: assertion failed
    assert(__VERIFIER_nondet_int128() == 0); // UNSAFE: assertion failed
}
