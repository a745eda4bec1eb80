/* memcpy, memset, strcpy, strcat, strlen and so on: what lies outside of an object is not touched unnoticed */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <wchar.h>

char target[4], unended[2] = {'a', 'b'};
wchar_t wide_target[2];

#if defined JUST_FITS
int main(void) {
    memcpy(target, "abcd", 4); // SAFE
    memset(target, 0, 4);
    strcpy(target, "abc");
    strncpy(target, "abcdef", 4);
    strcpy(target, "a");
    strcat(target, "bc");
    assert(strnlen(unended, 2) == 2);
    assert(strlcpy(target, "long", sizeof target) == 4 && strcmp(target, "lon") == 0);
    assert(strlcat(target, "ger", sizeof target) == 6);
    wcscpy(wide_target, L"a");
}
#elif defined MEMCPY_WRITES
int main(void) {
    memcpy(target, "abcd", 5); // UNSAFE: out of bounds
}
#elif defined MEMCPY_READS
int main(void) {
    memcpy(target, unended, 3); // UNSAFE: out of bounds
}
#elif defined MEMMOVE
int main(void) {
    memmove(target + 1, target, 4); // UNSAFE: out of bounds
}
#elif defined MEMSET
int main(void) {
    memset(target, 1, 5); // UNSAFE: out of bounds
}
#elif defined MEMCMP
int main(void) {
    return memcmp(unended, "abc", 3); // UNSAFE: out of bounds
}
#elif defined RAWMEMCHR
int main(void) {
    return rawmemchr(unended, 'c') != 0; // UNSAFE: out of bounds
}
#elif defined STRLEN
int main(void) {
    return (int)strlen(unended); // UNSAFE: out of bounds
}
#elif defined STRCPY
int main(void) {
    strcpy(target, "abcd"); // UNSAFE: out of bounds
}
#elif defined STRNCPY
int main(void) {
    strncpy(target, "a", 5); // UNSAFE: out of bounds
}
#elif defined STRCAT
int main(void) {
    strcpy(target, "ab");
    strcat(target, "cd"); // UNSAFE: out of bounds
}
#elif defined STRNCAT
int main(void) {
    strcpy(target, "ab");
    strncat(target, "cdef", 2); // UNSAFE: out of bounds
}
#elif defined STRLCPY
int main(void) {
    strlcpy(target, "abcdef", 5); // UNSAFE: out of bounds
}
#elif defined STRCHR
int main(void) {
    return strchr(unended, 'c') != 0; // UNSAFE: out of bounds
}
#elif defined STRCMP
int main(void) {
    return strcmp(unended, "abc"); // UNSAFE: out of bounds
}
#elif defined WCSCPY
int main(void) {
    wcscpy(wide_target, L"ab"); // UNSAFE: out of bounds
}
#elif defined LITERAL_IS_NOT_WRITTEN
int main(void) {
    strcpy((char *)"abc", "x"); // UNSAFE: read-only
}
#endif
