// Only the C locale: setlocale, localeconv, newlocale and relatives.
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    printf("%s %s", setlocale(LC_ALL, 0), setlocale(LC_ALL, "C"));
    printf(" %s %d\n", setlocale(LC_NUMERIC, "POSIX"), setlocale(LC_ALL, "xx_NOWHERE") == 0);
    printf("%d\n", setlocale(99, "C") == 0);
    struct lconv *l = localeconv();
    printf("[%s] [%s] [%s] [%s] %d %d\n", l->decimal_point, l->thousands_sep, l->grouping, l->negative_sign, l->int_frac_digits, l->p_sign_posn);
    locale_t a = newlocale(LC_ALL_MASK, "C", 0), b = duplocale(a);
    printf("%d %d\n", a != 0, b != 0);
    printf("%d\n", newlocale(LC_ALL_MASK, "xx_NOWHERE", 0) == 0);
    printf("%d", errno == ENOENT);
    printf(" %d\n", uselocale(0) == LC_GLOBAL_LOCALE);
    freelocale(a);
    return 0;
}
