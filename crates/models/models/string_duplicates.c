/* <string.h>, <wchar.h>: strings copied into memory from malloc: strdup, strndup, wcsdup.

   In a file of their own, because what measures and copies strings needs no heap. */

char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy == 0 ? 0 : memcpy(copy, text, size);
}

char *__strdup(const char *text) { return strdup(text); }

char *strndup(const char *text, size_t limit) {
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy == 0)
        return 0;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *__strndup(const char *text, size_t limit) { return strndup(text, limit); }

wchar_t *wcsdup(const wchar_t *text) {
    size_t length = 0;
    while (text[length])
        length++;
    size_t size = (length + 1) * sizeof(wchar_t);
    wchar_t *copy = malloc(size);
    return copy == 0 ? 0 : memcpy(copy, text, size);
}
