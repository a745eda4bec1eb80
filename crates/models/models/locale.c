/* <locale.h>: there is one locale, C.

   Assumptions:
   - setlocale: succeeds for "C", "POSIX" and "" (the environment's, which is C), and fails for any other name.
   - newlocale, duplocale, uselocale, freelocale: likewise; the locale they hand out has no influence.
   - localeconv: the conventions of the C locale. */

static _Bool is_known_locale(const char *name) {
    return name[0] == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

char *setlocale(int category, const char *name) {
    if (category < 0 || category > 12 || (name != 0 && !is_known_locale(name)))
        return 0;
    return "C";
}

/* Members in glibc's order, which the user's own declaration shares. */
struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep,
        *mon_grouping, *positive_sign, *negative_sign;
    char rest[14];
};

static struct lconv conventions = {".", "", "", "", "", "", "", "", "", "",
                                   {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};

struct lconv *localeconv(void) { return &conventions; }

void *newlocale(int categories, const char *name, void *base) {
    if (name == 0 || categories == 0) {
        *__errno_location() = 22; /* EINVAL */
        return 0;
    }
    if (!is_known_locale(name)) {
        *__errno_location() = 2; /* ENOENT */
        return 0;
    }
    return (void *)&__unspool_c_locale;
}

void *duplocale(void *locale) { return (void *)&__unspool_c_locale; }
void freelocale(void *locale) {}

/* The previous locale: the global one, (locale_t)-1, unless another was set; both are the same. */
void *uselocale(void *locale) { return (void *)-1; }
