// Wide and unicode character and string literals as arrays of integers.
#include <stdio.h>
#include <stddef.h>
#include <uchar.h>
int main(void) {
    wchar_t w[] = L"ab\x263a"; const wchar_t *p = L"wide" L" text"; char16_t h[] = u"h\u00e9"; char32_t q[] = U"q\U0001F600"; const char *u8s = u8"\u00e9\u20ac";
    printf("%zu %zu %zu\n", sizeof w / sizeof *w, sizeof h / sizeof *h, sizeof q / sizeof *q); printf("%d %d %d\n", (int)w[0], (int)w[2], (int)w[3]); printf("%x %x\n", (unsigned)h[1], (unsigned)q[1]);
    int n = 0; while (p[n]) n++; printf("%d %c\n", n, (char)p[5]); for (const char *c = u8s; *c; c++) printf("%02x ", (unsigned char)*c); putchar('\n');
    printf("%d %d %d\n", (int)L'A', (int)L'\n', (int)u'\u20ac'); printf("%zu %zu %zu\n", sizeof L'a', sizeof u'a', sizeof U'a'); wchar_t table[3] = {L'x', 'y'}; printf("%d %d\n", (int)table[1], (int)table[2]);
    char utf8[] = "é€"; printf("%zu %d\n", sizeof utf8, (unsigned char)utf8[0]); wchar_t neg = (wchar_t)-1; printf("%d\n", neg < 0);
    return (int)sizeof(wchar_t) * n;
}
