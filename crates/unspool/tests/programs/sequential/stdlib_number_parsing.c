// atoi, atol, strtol, strtoul, strtoll with bases, prefixes, end pointers and signs.
#include <stdio.h>
#include <stdlib.h>
static void t(const char *s, int base) { char *e; long long v = strtoll(s, &e, base); printf("%lld [%s] ", v, e); unsigned long u = strtoul(s, &e, base); printf("%lu %d\n", u & 0xffffffffu, (int)(e - s)); }
int main(void) {
    printf("%d %d %d %d %d\n", atoi("42"), atoi("  -17xyz"), atoi("abc"), atoi("+8"), atoi("")); printf("%ld %lld\n", atol("-123456"), atoll("9000000000"));
    t("123abc", 10); t("0x1fz", 16); t("0x1f", 0); t("0777", 0); t("777", 8); t("1010102", 2); t("zz", 36); t("  +99 ", 10); t("-5", 10); t("", 10); t("0x", 16); t("08", 0);
    char *e; const char *list = "10 20,30"; long s = 0; for (const char *p = list; *p; p = *e ? e + 1 : e) s = s * 100 + strtol(p, &e, 10); printf("%ld\n", s);
    printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-7LL)); printf("%ld\n", strtol("-2147483648", 0, 10));
    return (int)strtol("1f", 0, 16);
}
