// Absolute values, divisions with remainder, first set bits, base 64, and the rarer spellings of strtol.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

long long strtoq(const char *, char **, int);
unsigned long long strtouq(const char *, char **, int);

static void divisions(int a, int b) {
    div_t d = div(a, b);
    ldiv_t l = ldiv(a, b);
    lldiv_t ll = lldiv((long long)a * 100000, b);
    imaxdiv_t im = imaxdiv((intmax_t)a * 3, b);
    printf("%d/%d: %d %d, %ld %ld, %lld %lld, %jd %jd\n", a, b, d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, im.quot, im.rem);
}

static void parse(const char *text, int base) {
    char *end;
    errno = 0;
    intmax_t a = strtoimax(text, &end, base);
    printf("%jd %d %d;", a, (int)(end - text), errno);
    errno = 0;
    uintmax_t b = strtoumax(text, &end, base);
    printf(" %ju %d %d;", b, (int)(end - text), errno);
    errno = 0;
    printf(" %lld", strtoq(text, &end, base));
    printf(" %llu %d\n", strtouq(text, &end, base), errno);
}

int main(void) {
    volatile int minus = -7;
    volatile long long large = -5000000000LL;
    printf("%d %ld %lld %jd\n", abs(minus), labs(minus), llabs(large), imaxabs(large));
    divisions(7, 2);
    divisions(-7, 2);
    divisions(7, -2);
    divisions(-7, -2);
    divisions(0, 5);
    for (int i = 0; i < 32; i += 5)
        printf("%d %d %d ", ffs(1u << i), ffsl(6L << i % 20), ffsll(1LL << (2 * i)));
    printf("%d %d %d %d\n", ffs(0), ffsl(0), ffsll(0), ffs(INT_MIN));
    const char *texts[] = {"0", " -42 ", "0x7f", "777", "zz", "99999999999999999999", "-99999999999999999999", "+9223372036854775807", ""};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        parse(texts[i], 0);
        parse(texts[i], 36);
    }
    printf("%d %ld %lld %g\n", atoi("12x"), atol("-123456"), atoll("9876543210"), atof("2.5e3"));
    long numbers[] = {0, 1, 63, 64, 12345, 2147483647, 999999999};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        printf("%s %ld\n", l64a(numbers[i]), a64l(l64a(numbers[i])));
    printf("%ld %ld %ld %ld\n", a64l("./Az"), a64l("zzzzzz"), a64l("12!45"), a64l("zzzzzzzz"));
    return 0;
}
