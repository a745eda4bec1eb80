/* <wchar.h>, <inttypes.h>: numbers in wide text, wcstol, wcstod and relatives.

   The text that can belong to a number is copied into plain characters and read by the function of <stdlib.h>; the
   place where that stopped is the place where these stop. */

/* A copy up to the first character outside of ASCII, which no number contains. */
static char *narrow_copy(const wchar_t *text) {
    size_t length = 0;
    while (text[length] > 0 && text[length] < 128)
        length++;
    char *copy = __unspool_alloc(length + 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = (char)text[i];
    copy[length] = 0;
    return copy;
}

static void finish_narrow(char *copy, char *stop, const wchar_t *text, wchar_t **end) {
    if (end != 0)
        *end = (wchar_t *)text + (stop - copy);
    __unspool_free(copy);
}

long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    long value = strtol(copy, &stop, base);
    finish_narrow(copy, stop, text, end);
    return value;
}

unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    unsigned long value = strtoul(copy, &stop, base);
    finish_narrow(copy, stop, text, end);
    return value;
}

long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    long long value = strtoll(copy, &stop, base);
    finish_narrow(copy, stop, text, end);
    return value;
}

unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    unsigned long long value = strtoull(copy, &stop, base);
    finish_narrow(copy, stop, text, end);
    return value;
}

long long wcstoimax(const wchar_t *restrict text, wchar_t **restrict end, int base) { return wcstoll(text, end, base); }
unsigned long long wcstoumax(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return wcstoull(text, end, base);
}

double wcstod(const wchar_t *restrict text, wchar_t **restrict end) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    double value = strtod(copy, &stop);
    finish_narrow(copy, stop, text, end);
    return value;
}

float wcstof(const wchar_t *restrict text, wchar_t **restrict end) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    float value = strtof(copy, &stop);
    finish_narrow(copy, stop, text, end);
    return value;
}

long double wcstold(const wchar_t *restrict text, wchar_t **restrict end) {
    char *copy = narrow_copy(text);
    char *stop = copy;
    long double value = strtold(copy, &stop);
    finish_narrow(copy, stop, text, end);
    return value;
}
