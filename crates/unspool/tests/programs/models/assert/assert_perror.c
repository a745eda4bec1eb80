/* assert_perror, of GNU's <assert.h> */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>

#if defined HOLDS
int main(void) {
    assert_perror(0); // SAFE
}
#elif defined FAILS
int main(void) {
    assert_perror(EINVAL); // UNSAFE: assertion failed: Invalid argument [unreach-call]
}
#endif
