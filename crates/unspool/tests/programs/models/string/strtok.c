/* strtok, strtok_r: one position for all, or one for each caller */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

#if defined KEEPS_ONE_POSITION
int main(void) {
    char a[] = "1 2", b[] = "x y";
    strtok(a, " ");
    strtok(b, " ");
    assert(strcmp(strtok(0, " "), "y") == 0); // SAFE
    assert(strtok(0, " ") == 0);
}
#elif defined CALLERS_KEEP_THEIR_OWN
int main(void) {
    char a[] = "1 2", b[] = "x y", *in_a, *in_b;
    strtok_r(a, " ", &in_a);
    strtok_r(b, " ", &in_b);
    assert(strcmp(strtok_r(0, " ", &in_a), "2") == 0); // SAFE
    assert(strcmp(strtok_r(0, " ", &in_b), "y") == 0);
}
#elif defined OF_A_LITERAL
int main(void) {
    strtok((char *)"a b", " "); // UNSAFE: read-only
}
#endif
