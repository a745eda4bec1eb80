/* What -O2 -D_FORTIFY_SOURCE=2 calls instead of memcpy, strcpy and so on */
#include <assert.h>
#include <stddef.h>
#include <string.h>

char target[4];
wchar_t wide[4];

void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void __explicit_bzero_chk(void *, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
size_t __strlcpy_chk(char *, const char *, size_t, size_t);
size_t __strlcat_chk(char *, const char *, size_t, size_t);
wchar_t *__wmemcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wmemmove_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wmemset_chk(wchar_t *, wchar_t, size_t, size_t);
wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wcsncpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wcscat_chk(wchar_t *, const wchar_t *, size_t);
size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t);
size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);
int __memcmpeq(const void *, const void *, size_t);

#if defined WITHIN
int main(void) {
    __memcpy_chk(target, "abc", 4, 4); // SAFE
    assert(__mempcpy_chk(target, "abc", 4, 4) == target + 4 && strcmp(target, "abc") == 0);
    __memmove_chk(target, target + 1, 3, 4);
    assert(strcmp(target, "bc") == 0);
    __memset_chk(target, 'x', 3, 4);
    assert(strcmp(target, "xxx") == 0);
    __explicit_bzero_chk(target, 4, 4);
    assert(target[0] == 0);
    __strcpy_chk(target, "abc", 4);
    assert(__stpcpy_chk(target, "de", 4) == target + 2);
    __strncpy_chk(target, "fgh", 3, 4);
    assert(__stpncpy_chk(target, "i", 3, 4) == target + 1);
    __strcat_chk(target, "jk", 4);
    assert(strcmp(target, "ijk") == 0);
    target[1] = 0;
    __strncat_chk(target, "lmno", 2, 4);
    assert(strcmp(target, "ilm") == 0);
    assert(__strlcpy_chk(target, "abcdef", 3, 4) == 6 && __strlcat_chk(target, "xyz", 4, 4) == 5);
    assert(strcmp(target, "abx") == 0);
    __wmemcpy_chk(wide, L"abc", 4, 4);
    __wmemmove_chk(wide, wide + 1, 3, 4);
    assert(wide[0] == L'b' && wide[2] == 0);
    __wmemset_chk(wide, L'x', 3, 4);
    __wcscpy_chk(wide, L"ab", 4);
    __wcscat_chk(wide, L"c", 4);
    assert(wide[2] == L'c');
    __wcsncpy_chk(wide, L"defg", 4, 4);
    assert(__mbstowcs_chk(wide, "abc", 4, 4) == 3 && __wcstombs_chk(target, wide, 4, 4) == 3);
    assert(__memcmpeq("abc", "abd", 2) == 0 && __memcmpeq("abc", "abd", 3) != 0);
}
#elif defined MEMCPY
int main(void) {
    __memcpy_chk(target, "abcd", 4, 3); // UNSAFE: memcpy writes beyond its target
}
#elif defined MEMPCPY
int main(void) {
    __mempcpy_chk(target, "abcd", 4, 3); // UNSAFE: mempcpy writes beyond its target
}
#elif defined MEMMOVE
int main(void) {
    __memmove_chk(target, "abcd", 4, 3); // UNSAFE: memmove writes beyond its target
}
#elif defined MEMSET
int main(void) {
    __memset_chk(target, 0, 4, 3); // UNSAFE: memset writes beyond its target
}
#elif defined EXPLICIT_BZERO
int main(void) {
    __explicit_bzero_chk(target, 4, 3); // UNSAFE: explicit_bzero writes beyond its target
}
#elif defined STRCPY
int main(void) {
    __strcpy_chk(target, "abc", 3); // UNSAFE: strcpy writes beyond its target
}
#elif defined STPCPY
int main(void) {
    __stpcpy_chk(target, "abc", 3); // UNSAFE: stpcpy writes beyond its target
}
#elif defined STRNCPY
int main(void) {
    __strncpy_chk(target, "abc", 4, 3); // UNSAFE: strncpy writes beyond its target
}
#elif defined STPNCPY
int main(void) {
    __stpncpy_chk(target, "abc", 4, 3); // UNSAFE: stpncpy writes beyond its target
}
#elif defined STRCAT
int main(void) {
    __strcat_chk(target, "abc", 3); // UNSAFE: strcat writes beyond its target
}
#elif defined STRNCAT
int main(void) {
    __strncat_chk(target, "abcd", 3, 3); // UNSAFE: strncat writes beyond its target
}
#elif defined STRLCPY
int main(void) {
    __strlcpy_chk(target, "a", 4, 3); // UNSAFE: strlcpy is told of a target larger than it is
}
#elif defined STRLCAT
int main(void) {
    __strlcat_chk(target, "a", 4, 3); // UNSAFE: strlcat is told of a target larger than it is
}
#elif defined WMEMCPY
int main(void) {
    __wmemcpy_chk(wide, L"abc", 4, 3); // UNSAFE: wmemcpy writes beyond its target
}
#elif defined WMEMMOVE
int main(void) {
    __wmemmove_chk(wide, L"abc", 4, 3); // UNSAFE: wmemmove writes beyond its target
}
#elif defined WMEMSET
int main(void) {
    __wmemset_chk(wide, 0, 4, 3); // UNSAFE: wmemset writes beyond its target
}
#elif defined WCSCPY
int main(void) {
    __wcscpy_chk(wide, L"abc", 3); // UNSAFE: wcscpy writes beyond its target
}
#elif defined WCSNCPY
int main(void) {
    __wcsncpy_chk(wide, L"abc", 4, 3); // UNSAFE: wcsncpy writes beyond its target
}
#elif defined WCSCAT
int main(void) {
    __wcscat_chk(wide, L"abc", 3); // UNSAFE: wcscat writes beyond its target
}
#elif defined MBSTOWCS
int main(void) {
    __mbstowcs_chk(wide, "abc", 4, 3); // UNSAFE: mbstowcs is told of a target larger than it is
}
#elif defined WCSTOMBS
int main(void) {
    __wcstombs_chk(target, L"abc", 4, 3); // UNSAFE: wcstombs is told of a target larger than it is
}
#endif
