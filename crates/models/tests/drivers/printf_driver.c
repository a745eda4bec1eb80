/* The printf model against the host's printf: fixed formats, then random ones over random values. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include "runtime.h"

int model_snprintf(char *buffer, size_t size, const char *format, ...);
int model_sprintf(char *buffer, const char *format, ...);
int model_printf(const char *format, ...);
int model___snprintf_chk(char *buffer, size_t size, int flag, size_t object, const char *format, ...);
int model___sprintf_chk(char *buffer, int flag, size_t object, const char *format, ...);
int model_fprintf(void *stream, const char *format, ...);
int model_puts(const char *text);
int model_asprintf(char **result, const char *format, ...);
extern void *model_stdout, *model_stderr;

static char ours[40000], theirs[40000];
static int our_length, their_length;

#define SAME(...)                                                                                                        \
    (memset(ours, '#', 64), memset(theirs, '#', 64), our_length = model_snprintf(ours, sizeof ours, __VA_ARGS__),        \
     their_length = snprintf(theirs, sizeof theirs, __VA_ARGS__), compare(__LINE__, #__VA_ARGS__, 0))

static void compare(int line, const char *what, const char *format) {
    static char text[100000];
    if (our_length != their_length || strcmp(ours, theirs) != 0) {
        snprintf(text, sizeof text, "%s %s: %d <%.300s> but libc has %d <%.300s>", what, format ? format : "", our_length, ours,
                 their_length, theirs);
        test_fail(__FILE__, line, text);
    }
}

static void fixed_formats(void) {
    int a = 0, b = 0;
    signed char sa = 0, sb = 0;
    SAME("plain");
    SAME("%d|%i|%u|%x|%X|%o|%c|%%|%s", -5, 7, 8u, 255u, 255u, 8u, 'x', "text");
    SAME("%5d|%-5d|%05d|%+d|% d|%+05d|%.3d|%8.3d|%-8.3d|", 42, 42, 42, 42, 42, 42, 42, 42, 42);
    SAME("%.0d|%.d|%5.0d|%+.0d|%#.0o|%#.0x|%#o|%#x", 0, 0, 0, 0, 0u, 0u, 0u, 0u);
    SAME("%#x|%#X|%#o|%#010x|%#-10x|%#10x|%#.5o", 48879u, 48879u, 8u, 48879u, 48879u, 48879u, 8u);
    SAME("%*d|%-*d|%*d|%.*d|%.*d|", 6, 1, 6, 2, -6, 3, 4, 4, -1, 5);
    SAME("%hhd|%hd|%ld|%lld|%jd|%zd|%td|%qd", 300, 70000, -1L, -1LL, (long long)-1, (size_t)5, (ptrdiff_t)-5, 1LL);
    SAME("%hhu|%hu|%lu|%llu|%ju|%zu|%tx", 300, 70000, -1L, -1LL, (long long)-1, (size_t)5, (ptrdiff_t)-5);
    SAME("%s|%10s|%-10s|%.2s|%10.2s|%.0s|%s|%.3s|%10s", "abc", "abc", "abc", "abc", "abc", "abc", (char *)0, (char *)0,
         (char *)0);
    SAME("%p|%20p|%-20p|%p", (void *)&a, (void *)&a, (void *)&a, (void *)0);
    SAME("%c|%5c|%-5c|%lc", 'a', 'b', 'c', L'd');
    SAME("%ls|%10ls|%.2ls|%S", L"wide", L"wide", L"wide", L"wide");
    SAME("%y %d", 3);
    CHECK(model_snprintf(ours, 10, "%99999999999d", 1) == -1);
    SAME("%'d %Id", 1234567, 5);
    model_snprintf(ours, 100, "abc%nd%hhn", &a, &sa);
    snprintf(theirs, 100, "abc%nd%hhn", &b, &sb);
    CHECK(a == b && sa == sb);
    SAME("%f|%e|%g|%a|%F|%E|%G|%A", 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5);
    SAME("%f|%e|%g|%a|%10f|%-10f|%010f|%+f|% F", INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY,
         INFINITY, INFINITY);
    SAME("%f|%e|%G|%a|%10f|%-10f|%010f|%+f", NAN, NAN, NAN, NAN, NAN, -NAN, NAN, NAN);
    SAME("%f|%e|%g|%a|%.0f|%#.0f|%#.0e|%#g", 0.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 0.0);
    SAME("%.0f|%.0f|%.0f|%.0f|%.0f|%.1f|%.2f", 0.5, 1.5, 2.5, 0.4999, 9.5, 0.25, 0.125);
    SAME("%.20f|%.60f|%.1000f", 0.1, 1e-20, 5e-324);
    SAME("%f|%.0f|%g|%.30g|%#.30g", 1.7976931348623157e308, 1e300, 1e300, 1e22, 1e22);
    SAME("%Lf|%Le|%Lg|%La", 1e4932L, 1e-4950L, 3.6e-4951L, 3.6e-4951L);
    SAME("%.20Le|%.5000Lf|%Lf", 3.6e-4951L, 3.6e-4951L, 3.6e-4951L);
    SAME("%La|%.0La|%.1La|%La|%.3La", 1.0L, 15.9L, 0x0.ffffp0L, 0x1.fffffffffffffffep16383L, 0x0.fffffp0L);
    SAME("%a|%.0a|%.1a|%.3a|%a|%.2a|%.20a|%#.0a", 1.0, 1.99, 1.97, 1.99999, 5e-324, 3e-320, 0.1, 1.0);
    SAME("%020a|%-20a|%20a|%+a|%.13a|%.12a", 1.1, 1.1, 1.1, 1.1, 1.1, 1.1);
    SAME("%g|%g|%g|%g|%g|%g|%g", 100000.0, 1000000.0, 999999.5, 0.0001, 0.00001, 0.00009999995, 123456789.0);
    SAME("%.0g|%.3g|%#.3g|%10.3g|%-10.3g|%010.3g|%+g", 12345.0, 1.0, 1.0, 0.1, 0.1, 0.1, 1e10);
}

static const char *random_spec(char *format, const char *modifiers, const char *letters) {
    char *p = format;
    *p++ = '%';
    for (const char *flag = "-+ #0"; *flag; flag++)
        if (test_random() % 4 == 0)
            *p++ = *flag;
    if (test_random() % 2)
        p += sprintf(p, "%d", (int)(test_random() % 30));
    if (test_random() % 2)
        p += sprintf(p, ".%d", (int)(test_random() % (test_random() % 8 ? 25 : 400)));
    p += sprintf(p, "%s", modifiers);
    *p++ = letters[test_random() % strlen(letters)];
    *p = 0;
    return format;
}

static double random_double(void) {
    union { unsigned long long bits; double value; } view;
    view.bits = test_random();
    switch (test_random() % 6) {
    case 0: return view.value;
    case 1: return (double)(long long)(view.bits >> (test_random() % 64));
    case 2: return (double)(int)(test_random() % 2000001 - 1000000) / 1000.0;
    case 3: return (double)(int)(test_random() % 20001) / 64.0;
    case 4: view.bits &= 0x800fffffffffffffull; return view.value;
    default: return ldexp((double)(view.bits >> 11), (int)(test_random() % 200) - 100);
    }
}

static long double random_long_double(void) {
    long double value = (long double)test_random();
    int exponent = test_random() % 8 ? (int)(test_random() % 300) - 200 : (int)(test_random() % 32900) - 16510;
    value = ldexpl(value, exponent);
    return test_random() % 2 ? value : -value;
}

static void random_formats(void) {
    char format[64];
#define TRY(count, modifiers, letters, value)                                                                            \
    for (int i = 0; i < count; i++) {                                                                                    \
        random_spec(format, modifiers, letters);                                                                         \
        unsigned long long bits = test_random() >> (test_random() % 64);                                                 \
        (void)bits;                                                                                                      \
        __auto_type argument = value;                                                                                    \
        our_length = model_snprintf(ours, sizeof ours, format, argument);                                                \
        their_length = snprintf(theirs, sizeof theirs, format, argument);                                                \
        compare(__LINE__, #value, format);                                                                               \
    }
    TRY(4000, "", "diuxXo", (int)bits)
    TRY(1000, "hh", "diuxXo", (int)bits)
    TRY(1000, "h", "diuxXo", (int)bits)
    TRY(1000, "l", "diuxXo", (long)bits)
    TRY(1000, "ll", "diuxXo", (long long)bits)
    TRY(500, "z", "diuxXo", (size_t)bits)
    TRY(500, "t", "dixXo", (ptrdiff_t)bits)
    TRY(300, "", "c", (int)(bits % 127 + 1))
    TRY(300, "", "s", "some text of moderate length" + bits % 28)
    TRY(12000, "", "fFeEgGaA", random_double())
    TRY(3000, "L", "fFeEgGaA", random_long_double())
}

static void other_members(void) {
    char small[8];
    char *text = 0;
    CHECK(model_snprintf(small, 4, "%d", 123456) == 6 && strcmp(small, "123") == 0);
    CHECK(model_snprintf(0, 0, "%s", "four") == 4);
    CHECK(model_sprintf(small, "%s", "abc") == 3 && strcmp(small, "abc") == 0);
    CHECK(model___sprintf_chk(small, 1, 8, "%s", "abcdefg") == 7 && strcmp(small, "abcdefg") == 0);
    EXPECT_FAILURE(model___sprintf_chk(small, 1, 8, "%s", "abcdefgh"),
                   "sprintf: text is longer than the buffer (buffer overflow)");
    EXPECT_FAILURE(model___snprintf_chk(small, 9, 1, 8, "x"),
                   "snprintf: size is larger than the buffer (buffer overflow)");
    CHECK(model_asprintf(&text, "%d-%s", 5, "x") == 3 && strcmp(text, "5-x") == 0);
    CHECK(model_printf("a%db", 7) == 3 && model_fprintf(model_stderr, "e%c", 'r') == 2 && model_puts("line") == 5);
    CHECK(strcmp(test_output[1], "a7bline\n") == 0 && strcmp(test_output[2], "er") == 0);
    CHECK(test_atomic_depth == 0);
}

void test_all(void) {
    fixed_formats();
    random_formats();
    other_members();
}
