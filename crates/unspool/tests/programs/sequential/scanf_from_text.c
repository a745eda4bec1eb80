/* sscanf: every kind of conversion, widths, sets, suppression, counts, and where it stops */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int scan(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = vsscanf(text, format, arguments);
    va_end(arguments);
    return result;
}

int main(void) {
    int a = -1, b = -1, c = -1, end = -1;
    unsigned u = 0;
    short s = 0;
    signed char tiny = 0;
    long l = 0;
    long long ll = 0;
    size_t z = 0;
    float f = 0;
    double d = 0;
    long double ld = 0;
    char word[16] = "", rest[16] = "", letters[4] = "";
    void *p = &a;

    printf("%d", sscanf("12 -34+5", "%d%d%d%n", &a, &b, &c, &end));
    printf(" %d %d %d %d\n", a, b, c, end);
    printf("%d", sscanf("0x1f 017 99", "%i%i%i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("ff 77 4294967295", "%x%o%u", (unsigned *)&a, (unsigned *)&b, &u));
    printf(" %d %d %u\n", a, b, u);
    printf("%d", sscanf("70000 300 -5 123456789012 42", "%hd%hhd%ld%lld%zu", &s, &tiny, &l, &ll, &z));
    printf(" %d %d %ld %lld %zu\n", s, tiny, l, ll, z);
    printf("%d", sscanf("1.5e2 -0x1.8p1 inf", "%f%lf%Lf", &f, &d, &ld));
    printf(" %.3f %.3f %.1Lf\n", f, d, ld);
    printf("%d", sscanf("  word rest of it", "%s %15[^\n]", word, rest));
    printf(" [%s] [%s]\n", word, rest);
    printf("%d", sscanf("abcdef", "%3c%*2c%s", letters, rest));
    printf(" [%.3s] [%s]\n", letters, rest);
    printf("%d", sscanf("2024-01-31T10:20", "%4d-%2d-%2dT%d:%d", &a, &b, &c, &end, (int *)&u));
    printf(" %d %d %d %d %u\n", a, b, c, end, u);
    printf("%d", sscanf("key = value", " %15[a-z] = %15s", word, rest));
    printf(" [%s] [%s]\n", word, rest);
    printf("%d %d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("5", "%d%d", &a, &b), sscanf("5 x", "%d%d", &a, &b));
    printf("%d %d %d\n", sscanf("abc", "abd%d", &a), sscanf("ab", "abd%d", &a), sscanf("100%", "%d%%%n", &a, &end));
    printf("%d\n", scan("7,8", "%d,%d", &a, &b));
    printf("%d", sscanf("(nil)", "%p", &p));
    printf(" %d\n", p == NULL);
    char *allocated = NULL;
    printf("%d", sscanf("allocated text", "%ms", &allocated));
    printf(" [%s]\n", allocated);
    free(allocated);
    printf("%d", sscanf("99999999999999999999", "%d", &a));
    printf(" %d\n", sscanf("-]-", "%[]-]", word));
    puts(word);
    return 0;
}
