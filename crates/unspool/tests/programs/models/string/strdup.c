/* strdup, strndup, wcsdup */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#if defined COPIES
int main(void) {
    char *a = strdup("abc"), *b = strndup("abc", 2);
    wchar_t *c = wcsdup(L"abc");
    assert(strcmp(a, "abc") == 0 && strcmp(b, "ab") == 0 && wcscmp(c, L"abc") == 0); // SAFE
    free(a);
    free(b);
    free(c);
}
#elif defined STRDUP_MAY_FAIL
// WITH --malloc-failures
int main(void) {
    char *a = strdup("abc");
    assert(a != 0 || errno == ENOMEM);
    assert(a != 0); // UNSAFE: assertion failed
}
#elif defined STRNDUP_MAY_FAIL
// WITH --malloc-failures
int main(void) {
    assert(strndup("abc", 2) != 0); // UNSAFE: assertion failed
}
#elif defined WCSDUP_MAY_FAIL
// WITH --malloc-failures
int main(void) {
    assert(wcsdup(L"abc") != 0); // UNSAFE: assertion failed
}
#elif defined COPY_ENDS_WITH_THE_STRING
int main(void) {
    char *a = strdup("abc");
    a[4] = 0; // UNSAFE: out of bounds
}
#endif
