/* <string.h>, <strings.h>: strings that are read, comparing, searching, splitting into tokens.

   Characters compare as unsigned char, as C asks; the result of a comparison is the difference of the
   first unequal pair.

   Assumptions:
   - strcoll*, strxfrm*, str*casecmp*: the C locale, whatever locale is set or passed.
   - str*cmp, str*cmp_l, strcoll*: the result is the difference of the first unequal characters, while C only promises its sign.
   - strtok: keeps one position for the whole process, as C has it, so that two threads that use it disturb each other. */

static int lower(unsigned char byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

int strcmp(const char *left, const char *right) {
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return (int)(unsigned char)*left - (int)(unsigned char)*right;
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

int strcoll_l(const char *left, const char *right, void *locale) { return strcmp(left, right); }

/* In the C locale a string is its own sort key. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    if (length < size)
        memcpy(to, from, length + 1);
    else
        memcpy(to, from, size);
    return length;
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t size, void *locale) { return strxfrm(to, from, size); }

int strncmp(const char *left, const char *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i])
            return (int)(unsigned char)left[i] - (int)(unsigned char)right[i];
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right) {
    while (*left && lower((unsigned char)*left) == lower((unsigned char)*right)) {
        left++;
        right++;
    }
    return lower((unsigned char)*left) - lower((unsigned char)*right);
}

int strncasecmp(const char *left, const char *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int difference = lower((unsigned char)left[i]) - lower((unsigned char)right[i]);
        if (difference != 0 || left[i] == 0)
            return difference;
    }
    return 0;
}

int strcasecmp_l(const char *left, const char *right, void *locale) { return strcasecmp(left, right); }

int strncasecmp_l(const char *left, const char *right, size_t count, void *locale) {
    return strncasecmp(left, right, count);
}

char *strchrnul(const char *text, int byte) {
    while (*text && *text != (char)byte)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int byte) {
    char *found = strchrnul(text, byte);
    return *found == (char)byte ? found : 0;
}

char *strrchr(const char *text, int byte) {
    const char *found = 0;
    for (;; text++) {
        if (*text == (char)byte)
            found = text;
        if (*text == 0)
            return (char *)found;
    }
}

char *index(const char *text, int byte) { return strchr(text, byte); }
char *rindex(const char *text, int byte) { return strrchr(text, byte); }

char *strstr(const char *text, const char *wanted) {
    for (;; text++) {
        size_t i = 0;
        while (wanted[i] && text[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (char *)text;
        if (*text == 0)
            return 0;
    }
}

char *strcasestr(const char *text, const char *wanted) {
    for (;; text++) {
        size_t i = 0;
        while (wanted[i] && lower((unsigned char)text[i]) == lower((unsigned char)wanted[i]))
            i++;
        if (wanted[i] == 0)
            return (char *)text;
        if (*text == 0)
            return 0;
    }
}

size_t strcspn(const char *text, const char *stops) {
    size_t length = 0;
    while (text[length] && strchr(stops, text[length]) == 0)
        length++;
    return length;
}

size_t strspn(const char *text, const char *accepted) {
    size_t length = 0;
    while (text[length] && strchr(accepted, text[length]) != 0)
        length++;
    return length;
}

char *strpbrk(const char *text, const char *wanted) {
    text += strcspn(text, wanted);
    return *text ? (char *)text : 0;
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
    if (text == 0)
        text = *rest;
    text += strspn(text, separators);
    if (*text == 0) {
        *rest = text;
        return 0;
    }
    char *end = text + strcspn(text, separators);
    if (*end)
        *end++ = 0;
    *rest = end;
    return text;
}

char *__strtok_r(char *restrict text, const char *restrict separators, char **restrict rest) {
    return strtok_r(text, separators, rest);
}

char *strtok(char *restrict text, const char *restrict separators) {
    static char *rest;
    if (text == 0 && rest == 0)
        return 0;
    return strtok_r(text, separators, &rest);
}

char *strsep(char **restrict text, const char *restrict separators) {
    char *start = *text;
    if (start == 0)
        return 0;
    char *end = start + strcspn(start, separators);
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = 0;
    }
    return start;
}
