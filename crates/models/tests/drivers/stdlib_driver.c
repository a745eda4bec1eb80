/* Numbers from text, sorting, searching, the heap and the end of the process, against the host's libc. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime.h"

long model_strtol(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
long long model_strtoll(const char *, char **, int);
unsigned long long model_strtoull(const char *, char **, int);
double model_strtod(const char *, char **);
float model_strtof(const char *, char **);
long double model_strtold(const char *, char **);
double model_atof(const char *);
int model_atoi(const char *);
int *model___errno_location(void);
void model_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *model_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
void *model_malloc(size_t);
void *model_calloc(size_t, size_t);
void *model_realloc(void *, size_t);
int model_posix_memalign(void **, size_t, size_t);
void model_free(void *);
div_t model_div(int, int);
lldiv_t model_lldiv(long long, long long);
int model_abs(int);
int model_rand(void);
char *model_getenv(const char *);
int model_atexit(void (*)(void));
void model_exit(int);

static void integers(const char *text, int base) {
    char *ours, *theirs;
#define SAME_INTEGER(name)                                                                                               \
    errno = *model___errno_location() = 0;                                                                               \
    ours = theirs = 0;                                                                                                   \
    CHECK(model_##name(text, &ours, base) == name(text, &theirs, base));                                                 \
    CHECK(ours == theirs && *model___errno_location() == errno);
    SAME_INTEGER(strtol)
    SAME_INTEGER(strtoul)
    SAME_INTEGER(strtoll)
    SAME_INTEGER(strtoull)
}

static void floats(const char *text) {
    char *ours, *theirs, message[3000];
#define SAME_FLOAT(name, type, size)                                                                                     \
    {                                                                                                                    \
        errno = *model___errno_location() = 0;                                                                           \
        type a = model_##name(text, &ours), b = name(text, &theirs);                                                     \
        if (memcmp(&a, &b, size) != 0 || ours != theirs || *model___errno_location() != errno) {                         \
            snprintf(message, sizeof message, #name "(%.200s) = %La, errno %d, but libc has %La, errno %d", text,        \
                     (long double)a, *model___errno_location(), (long double)b, errno);                                  \
            test_fail(__FILE__, __LINE__, message);                                                                      \
        }                                                                                                                \
    }
    SAME_FLOAT(strtod, double, 8)
    SAME_FLOAT(strtof, float, 4)
    SAME_FLOAT(strtold, long double, 10)
}

static void random_numbers(void) {
    char text[2000];
    for (int i = 0; i < 20000; i++) {
        int length = 0;
        for (int n = (int)(test_random() % 24); n >= 0; n--)
            text[length++] = " +-00123456789xXaAfFzZ"[test_random() % (length ? 22 : 8)];
        text[length] = 0;
        int bases[] = {0, 10, 16, 8, 2, 36, 1, 7};
        integers(text, bases[test_random() % 8]);
        sprintf(text, "%lld", (long long)(test_random() >> (test_random() % 64)));
        integers(text, bases[test_random() % 8]);
    }
    for (int i = 0; i < 10000; i++) {
        union { unsigned long long bits; double value; } view;
        view.bits = test_random();
        sprintf(text, "%.*e", (int)(test_random() % 25), view.value);
        floats(text);
        /* half way between two doubles, and next to it */
        unsigned long long odd = (test_random() >> 10 | 1ull << 53) | 1;
        sprintf(text, "%.0Lf%s", ldexpl((long double)odd, (int)(test_random() % 400)), test_random() % 2 ? "" : ".0000000001");
        floats(text);
        sprintf(text, "%.800Lg%s", ldexpl((long double)odd, -(int)(test_random() % 1200)), test_random() % 2 ? "" : "1");
        if (!strchr(text, 'e'))
            floats(text);
        sprintf(text, "%s%llu.%llue%d", test_random() % 2 ? "-" : "", test_random() >> (test_random() % 64),
                test_random() >> (test_random() % 64), (int)(test_random() % 100) - 50);
        floats(text);
        sprintf(text, "%La", (long double)view.value);
        floats(text);
        sprintf(text, "0x%llx.%llx%llxp%d", test_random() >> (test_random() % 64), test_random(), test_random(),
                (int)(test_random() % 2400) - 1200);
        floats(text);
    }
    for (int i = 0; i < 300; i++) {
        sprintf(text, "%llu.%llue%d", test_random() >> (test_random() % 64), test_random(), (int)(test_random() % 10100) - 5050);
        floats(text);
    }
}

static int by_first(const void *left, const void *right) { return *(const int *)left / 4 - *(const int *)right / 4; }

struct large { int key; char rest[9]; };

static void sorting(void) {
    for (int i = 0; i < 2000; i++) {
        int ours[200], theirs[200];
        struct large our_large[50], their_large[50];
        size_t count = test_random() % 200;
        for (size_t k = 0; k < count; k++)
            ours[k] = theirs[k] = (int)(test_random() % 400);
        model_qsort(ours, count, sizeof(int), by_first);
        qsort(theirs, count, sizeof(int), by_first);
        CHECK(memcmp(ours, theirs, count * sizeof(int)) == 0);
        int key = (int)(test_random() % 400);
        int *found = model_bsearch(&key, ours, count, sizeof(int), by_first);
        CHECK((found == 0) == (bsearch(&key, ours, count, sizeof(int), by_first) == 0));
        CHECK(found == 0 || *found / 4 == key / 4);
        count %= 50;
        memset(our_large, 0, sizeof our_large);
        for (size_t k = 0; k < count; k++) {
            our_large[k].key = (int)(test_random() % 40);
            our_large[k].rest[8] = (char)k;
        }
        memcpy(their_large, our_large, sizeof our_large);
        model_qsort(our_large, count, sizeof(struct large), by_first);
        qsort(their_large, count, sizeof(struct large), by_first);
        CHECK(memcmp(our_large, their_large, count * sizeof(struct large)) == 0);
    }
}

static int order[3], order_length;
static void first(void) { order[order_length++] = 1; }
static void second(void) { order[order_length++] = 2; }
static void last(void) { _exit(order_length == 2 && order[0] == 2 && order[1] == 1 ? 7 : 8); }

static void process_end(void) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        model_atexit(last);
        model_atexit(first);
        model_atexit(second);
        model_exit(3);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

void test_all(void) {
    const char *texts[] = {"", " ", "-", "+5x", "0x", "0xg", "0x1G", "08", "\t\n-12", "9223372036854775807", "9223372036854775808",
                           "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
                           "-18446744073709551615", "99999999999999999999999", "zz", "-0", "--1", "0x-1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int base = -1; base <= 37; base++)
            integers(texts[i], base);
    const char *numbers[] = {"", ".", "-.", "e5", "1e", "1e+", "1.e3x", ".5", "+.5e-3", "0x.8", "0x", "0x.", "0x1p", "0x1p+", "0x1.8p3",
                             "inf", "-INFINITY", "infinit", "nan", "nan(12ab)", "nan(", "-nan", "1e400", "1e-400", "1e5000", "1e-5000", "1e99999999999",
                             "1e-99999999999", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
                             "2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308", "1.7976931348623158e308",
                             "1.7976931348623159e308", "0.1", "-0", "0e999999999", "9007199254740993", "9007199254740993.0000000001",
                             "1.4e-45", "0.7e-45", "3.4028235e38", "3.4028236e38", "3.6e-4951", "1.8e-4951", "1.18973149535723176e4932", "1.19e4932",
                             "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023", "0x1.00000000000008p0", "0x1.000000000000081p0", "0x1p-1075", "0x1.1p-1075",
                             "0xffffffffffffffff8", "0xffffffffffffffff88", "0x1p99999999999", "0x1p-99999999999", "00000000000000000000001.5"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        floats(numbers[i]);
    random_numbers();
    sorting();
    process_end();
    CHECK(model_atoi(" -42abc") == -42 && model_atof("2.5") == 2.5 && model_abs(-3) == 3);
    CHECK(model_div(-7, 2).quot == -3 && model_div(-7, 2).rem == -1 && model_lldiv(7, -2).rem == 1);
    char *text = model_malloc(10);
    strcpy(text, "kept");
    text = model_realloc(text, 100);
    CHECK(strcmp(text, "kept") == 0);
    model_free(text);
    int *zeros = model_calloc(10, 4);
    for (int i = 0; i < 10; i++)
        CHECK(zeros[i] == 0);
    model_free(zeros);
    CHECK(model_calloc((size_t)1 << 33, (size_t)1 << 33) == 0);
    void *aligned = 0;
    CHECK(model_posix_memalign(&aligned, 3, 10) == EINVAL && model_posix_memalign(&aligned, 4096, 10) == 0);
    CHECK((size_t)aligned % 4096 == 0);
    test_nondet_value = (unsigned long long)-5;
    CHECK(model_rand() >= 0 && model_getenv("PATH") == 0);
}
