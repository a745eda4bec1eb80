// The functions of <ctype.h> that take a locale, and the older ones.
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int __tolower_l(int, locale_t);
int __toupper_l(int, locale_t);

int main(void) {
    locale_t c = newlocale(LC_CTYPE_MASK, "POSIX", 0);
    for (int i = 0; i < 128; i++) {
        printf("%d%d%d%d%d%d", !!isupper_l(i, c), !!islower_l(i, c), !!isalpha_l(i, c), !!isdigit_l(i, c), !!isxdigit_l(i, c), !!isspace_l(i, c));
        printf("%d%d%d%d%d%d", !!isprint_l(i, c), !!isgraph_l(i, c), !!isblank_l(i, c), !!iscntrl_l(i, c), !!ispunct_l(i, c), !!isalnum_l(i, c));
        printf(" %d %d %d %d\n", tolower_l(i, c), toupper_l(i, c), __tolower_l(i, c), __toupper_l(i, c));
    }
    for (int i = -3; i < 260; i += 20)
        printf("%d %d ", isascii(i), toascii(i));
    printf("%c%c %d\n", _tolower('Q'), _toupper('q'), (int)MB_CUR_MAX);
    return 0;
}
