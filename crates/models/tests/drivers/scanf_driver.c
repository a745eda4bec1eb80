/* sscanf against the host's: all texts with all formats of two lists, then random ones over the same letters. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

int model_sscanf(const char *text, const char *format, ...);

/* What a call stores: six places, all of them passed to every call, each large enough for any conversion. */
union place {
    char bytes[128];
    long long number;
    long double fraction;
};

static void compare(const char *text, const char *format) {
    union place ours[6], theirs[6];
    memset(ours, 0x5a, sizeof ours);
    memset(theirs, 0x5a, sizeof theirs);
    int our_result = model_sscanf(text, format, &ours[0], &ours[1], &ours[2], &ours[3], &ours[4], &ours[5]);
    int their_result = sscanf(text, format, &theirs[0], &theirs[1], &theirs[2], &theirs[3], &theirs[4], &theirs[5]);
    _Bool is_nan = 0; /* a NaN has many spellings in bits: the sign and payload are not compared */
    for (const char *letter = text; *letter; letter++)
        if (*letter == 'n' || *letter == 'N')
            is_nan = 1;
    if (our_result != their_result || (!is_nan && memcmp(ours, theirs, sizeof ours) != 0)) {
        static char message[600];
        snprintf(message, sizeof message, "sscanf(\"%s\", \"%s\"): %d, not %d", text, format, our_result, their_result);
        test_fail(__FILE__, __LINE__, message);
    }
}

static const char *const formats[] = {
    "%d", "%i", "%u", "%o", "%x", "%X", "%ld", "%lld", "%hd", "%hhd", "%lu", "%llu", "%zu", "%td", "%jd", "%hx", "%hho",
    "%1d", "%2d", "%3i", "%2x", "%3x", "%4i", "%*d%d", "%d%d", "%d,%d", "%d , %d", "%d%n", "%d %n", "%n%d", "%*n%d", "%hhn",
    "%f", "%lf", "%Lf", "%e", "%g", "%a", "%lE", "%3f", "%4lf", "%1f", "%2f", "%6lf", "%f%n", "%*f%n", "%f%s", "%lf%c",
    "%s", "%3s", "%1s%s", "%*s%s", "%c", "%3c", "%c%c%c", " %c", "%*c%c", "%[a-f]", "%[^a-f]", "%[]x]", "%[^]x]", "%[-0]", "%[0-]", "%[a-]",
    "%[^-9]", "%2[0-9]", "%[z-a]", "%[0-9.]%s", "%*[ ]%s", "%[", "%[a", "%%", "%%%d", "x%d", "%dx", "%dx%n", "x", " x", "%d%%", "  ", "",
    "%p", "%5p", "%ls", "%lc", "%l[a-z]", "%3ls", "%S", "%C", "%d %s %f %c", "%2d%2d%2d", "%i%i", "%x%x", "%'d", "%", "%5", "%*", "%y", "%L", "%lli",
    "%d:%d:%d", "%x-%x", "%d\n%n", "0%d", "%5c%n", "%20s", "%20[^\n]",
};

static const char *const texts[] = {
    "", " ", "5", "-5", "+5", "- 5", "12 34", "12,34", "12 , 34", "12,  34", "0", "00", "0x", "0xg", "0x1f", "0X1Fg", "-0x10", "+0x", "08", "07", "0b101",
    "2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-1", "99999999999999999999999", "4294967295", "65536", "256", "-129",
    "1.5", "-1.5e3", "1e", "1e+", "1e-x", "1e5x", ".", ".5", "5.", "-.", "-.5", "+", "-", "1.2.3", "1e5e5", "0x1p3", "0x.8p1", "0x1p", "0x.", "0x1.8", "0xp1",
    "inf", "-inf", "infinity", "INFINITY", "infi", "infin", "in", "i", "nan", "nan(12)", "-nan", "na", "nax", "infx", "1e400", "1e-400", "0.1", "123456789.123456789",
    "abc", " abc def", "abcxyz", "]x]", "x", "x5", "xx", "5x", "5 x", "%", "%5", "5%", "  %7", "-0-9", "a-f", "(nil)", "(nil", "0x5a", "(", "12:34:56", "ff-0A",
    "\t\n 42", "a\nb c", "\n", "123456", "0.5abc", "12abc", "e5", "p", "1234567890123456789012345678901234567890",
};

/* Random formats and texts, from pieces, so that most conversions have something to read. */
static void random_cases(void) {
    static const char *const pieces[] = {"%d", "%i", "%x", "%f", "%lf", "%s", "%c", "%[0-9]", "%[^ ]", "%n", " ", "%3d", "%2s", "%*d", "%4f", "x", ".", "%o", "%hhd", "%u"};
    static const char letters[] = "0123456789  ..--+xXeEabfp,in";
    for (int i = 0; i < 300000; i++) {
        char format[64] = "", text[40];
        int conversions = 1 + (int)(test_random() % 4);
        for (int k = 0; k < conversions; k++)
            strcat(format, pieces[test_random() % (sizeof pieces / sizeof *pieces)]);
        int length = (int)(test_random() % 12);
        for (int k = 0; k < length; k++)
            text[k] = letters[test_random() % (sizeof letters - 1)];
        text[length] = 0;
        compare(text, format);
    }
}

static void allocated(void) {
    char *word = 0, *letters = 0;
    int number = 0;
    CHECK(model_sscanf(" word 12 abc", "%ms %d %m[a-b]", &word, &number, &letters) == 3);
    CHECK(word != 0 && strcmp(word, "word") == 0 && number == 12 && letters != 0 && strcmp(letters, "ab") == 0);
    free(word);
    free(letters);
}

void test_all(void) {
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            compare(texts[t], formats[f]);
    random_cases();
    allocated();
}
