/* isalpha and so on, for all characters, and for numbers that are none */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

#if defined IN_RANGE
int main(void) {
    for (int c = -1; c < 256; c++)
        assert(!!isalnum(c) == (isalpha(c) || isdigit(c))); // SAFE
    assert(toupper('a') == 'A' && tolower(-1) == -1 && MB_CUR_MAX == 1);
}
#elif defined MACRO_OUT_OF_RANGE
int main(void) {
    volatile int c = 100000;
    return isalpha(c); // UNSAFE: out of bounds
}
#elif defined FUNCTION_OUT_OF_RANGE
int main(void) {
    volatile int c = 100000;
    return (isalpha)(c); // SAFE
}
#endif
