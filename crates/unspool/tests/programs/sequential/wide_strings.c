// <wchar.h>: wide strings and blocks of wide characters.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static int sign(int n) { return (n > 0) - (n < 0); }

static void show(const wchar_t *text) {
    while (*text)
        putchar((int)*text++);
    putchar('\n');
}

int main(void) {
    wchar_t a[32], b[32];
    printf("%zu %zu %zu\n", wcslen(L"hello"), wcsnlen(L"hello", 3), wcsnlen(L"hi", 9));
    show(wcscpy(a, L"wide"));
    show(wcscat(a, L" string"));
    show(wcsncat(a, L"++++", 2));
    wmemset(b, L'.', 32);
    wcsncpy(b, L"abc", 5);
    printf("%d %d %d %d\n", b[3], b[4], b[5], (int)(wcpcpy(a, L"xyz") - a));
    printf("%d %d\n", (int)(wcpncpy(a, L"long text", 4) - a), (int)(wcpncpy(a, L"ab", 4) - a));
    wmemcpy(a, L"0123456789", 11);
    wmemmove(a + 2, a, 5);
    show(a);
    printf("%d\n", (int)(wmempcpy(a, L"ABC", 3) - a));
    show(a);
    printf("%d %d %d\n", sign(wcscmp(L"abc", L"abd")), wcsncmp(L"abc", L"abd", 2), sign(wcscoll(L"b", L"a")));
    printf("%d %d\n", wcscasecmp(L"HeLLo", L"hEllO"), sign(wcsncasecmp(L"HeLLo", L"hEllP", 5)));
    printf("%d %d\n", sign(wmemcmp(L"abc", L"abz", 3)), wmemchr(L"abc", L'z', 3) == 0);
    show(wmemchr(L"abcabc", L'c', 6));
    show(wcschr(L"a/b/c", L'/'));
    show(wcsrchr(L"a/b/c", L'/'));
    printf("%d %d\n", wcschr(L"abc", L'x') == 0, *wcschrnul(L"abc", L'x'));
    printf("%zu %zu\n", wcsspn(L"aabbcc", L"ab"), wcscspn(L"aabbcc", L"c"));
    show(wcspbrk(L"hello world", L"ow"));
    show(wcsstr(L"hello world", L"o w"));
    wchar_t *copy = wcsdup(L"copied"), *rest;
    show(copy);
    free(copy);
    wcscpy(a, L",one,,two,");
    for (wchar_t *token = wcstok(a, L",", &rest); token; token = wcstok(0, L",", &rest))
        show(token);
    printf("%d %d %d %d\n", wcwidth(L'a'), wcwidth(0), wcwidth(L'\n'), wcswidth(L"abc", 9));
    return 0;
}
