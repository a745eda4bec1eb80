// <wctype.h>, conversions between multibyte and wide characters in the C locale, and numbers in wide text.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

size_t __mbrlen(const char *, size_t, mbstate_t *);

static void classes(void) {
    const char *names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
    for (wint_t c = 0; c < 128; c++) {
        printf("%d%d%d%d%d%d", !!iswupper(c), !!iswlower(c), !!iswdigit(c), !!iswalpha(c), !!iswalnum(c), !!iswxdigit(c));
        printf("%d%d%d%d%d%d", !!iswspace(c), !!iswblank(c), !!iswcntrl(c), !!iswprint(c), !!iswgraph(c), !!iswpunct(c));
        printf(" %d %d ", (int)towlower(c), (int)towupper(c));
        for (int i = 0; i < 12; i++)
            printf("%d", !!iswctype(c, wctype(names[i])));
        printf(" %d %d\n", (int)towctrans(c, wctrans("toupper")), (int)towctrans(c, wctrans("tolower")));
    }
    printf("%d %d %d\n", wctype("nothing") == 0, wctrans("nothing") == 0, iswalpha(WEOF));
}

static void conversions(void) {
    mbstate_t state;
    memset(&state, 0, sizeof state);
    wchar_t wide[16] = {0};
    char narrow[16];
    printf("%d %d %d %d\n", mblen("a", 1), mblen("", 1), mblen(0, 0), mblen("abc", 0));
    printf("%d", mbtowc(wide, "xyz", 3));
    printf(" %d %d %d\n", (int)wide[0], wctomb(narrow, L'q'), wctomb(0, 0));
    printf("%zu", mbstowcs(wide, "hello", 16));
    printf(" %d %d %zu %zu\n", (int)wide[4], (int)wide[5], mbstowcs(0, "four", 0), mbstowcs(wide, "cut off", 3));
    printf("%zu", wcstombs(narrow, L"wide", 16));
    printf(" %s %zu %zu\n", narrow, wcstombs(0, L"sixsix", 0), wcstombs(narrow, L"cut off", 2));
    printf("%d %d %d %d\n", (int)btowc('a'), btowc(EOF) == WEOF, wctob(L'b'), wctob(0x1234));
    printf("%zd", (ssize_t)mbrtowc(wide, "z", 1, &state));
    printf(" %zd %zd %d\n", (ssize_t)mbrtowc(wide, "", 1, &state), (ssize_t)mbrtowc(wide, "z", 0, &state), mbsinit(&state));
    printf("%zd %zd %zd\n", (ssize_t)wcrtomb(narrow, L'w', &state), (ssize_t)mbrlen("a", 1, &state), (ssize_t)__mbrlen("", 1, &state));
    const char *from = "source";
    printf("%zd", (ssize_t)mbsrtowcs(wide, &from, 3, &state));
    printf(" %s", from);
    printf(" %zd", (ssize_t)mbsrtowcs(wide, &from, 10, &state));
    printf(" %d\n", from == 0);
    const wchar_t *wide_from = L"target";
    printf("%zd", (ssize_t)wcsrtombs(narrow, &wide_from, 16, &state));
    printf(" %s %d\n", narrow, wide_from == 0);
    errno = 0;
    printf("%d", wctomb(narrow, 0x20ac));
    printf(" %d\n", errno == EILSEQ);
    char16_t c16 = 0;
    char32_t c32 = 0;
    printf("%zd", (ssize_t)mbrtoc16(&c16, "A", 1, &state));
    printf(" %zd %d", (ssize_t)mbrtoc32(&c32, "B", 1, &state), c16);
    printf(" %d %zd %zd\n", (int)c32, (ssize_t)c16rtomb(narrow, u'C', &state), (ssize_t)c32rtomb(narrow, U'D', &state));
}

static void numbers(void) {
    const wchar_t *texts[] = {L"42", L" -17rest", L"0x1f", L"", L"99999999999999999999", L"1e3x", L"-.5", L"inf"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        wchar_t *end;
        errno = 0;
        printf("%ld", wcstol(texts[i], &end, 0));
        printf(" %d %d", (int)(end - texts[i]), errno);
        printf(" %lu %lld", wcstoul(texts[i], &end, 10), wcstoll(texts[i], &end, 16));
        printf(" %llu %jd %ju", wcstoull(texts[i], 0, 0), wcstoimax(texts[i], 0, 0), wcstoumax(texts[i], &end, 36));
        printf(" %g", wcstod(texts[i], &end));
        printf(" %d %g %Lg\n", (int)(end - texts[i]), wcstof(texts[i], 0), wcstold(texts[i], 0));
    }
}

int main(void) {
    classes();
    conversions();
    numbers();
    return 0;
}
