/* <wchar.h>: wide strings and blocks of wide characters.

   As the functions of <string.h>, element by element; bounds are checked access by access. Comparisons answer -1, 0 or 1.

   Assumptions:
   - wcscoll, wcscasecmp: the C locale, whatever locale is set. */

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
    __unspool_assert(!__unspool_overlap(to, from, count * sizeof(wchar_t)), "valid-memsafety",
                     "wmemcpy between blocks that overlap");
    return to;
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    return wmemcpy(to, from, count) + count;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) { return memmove(to, from, count * sizeof(wchar_t)); }

wchar_t *wmemset(wchar_t *to, wchar_t letter, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = letter;
    return to;
}

static int wide_order(wchar_t left, wchar_t right) { return left < right ? -1 : left > right; }

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i])
            return wide_order(left[i], right[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *memory, wchar_t letter, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (memory[i] == letter)
            return (wchar_t *)(memory + i);
    return 0;
}

size_t wcslen(const wchar_t *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t length = wcslen(from);
    return wmemcpy(to, from, length + 1) + length;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    wcpcpy(to, from);
    return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    size_t length = wcsnlen(from, count);
    wmemcpy(to, from, length);
    wmemset(to + length, 0, count - length);
    return to + length;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    wcpncpy(to, from, count);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    wcpcpy(to + wcslen(to), from);
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    wchar_t *end = to + wcslen(to);
    size_t length = wcsnlen(from, count);
    wmemcpy(end, from, length);
    end[length] = 0;
    return to;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i])
            return wide_order(left[i], right[i]);
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

int wcscmp(const wchar_t *left, const wchar_t *right) { return wcsncmp(left, right, (size_t)-1); }
int wcscoll(const wchar_t *left, const wchar_t *right) { return wcscmp(left, right); }

static wchar_t wide_lower(wchar_t letter) { return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter; }

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (wide_lower(left[i]) != wide_lower(right[i]))
            return wide_order(wide_lower(left[i]), wide_lower(right[i]));
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right) { return wcsncasecmp(left, right, (size_t)-1); }

wchar_t *wcschrnul(const wchar_t *text, wchar_t letter) {
    while (*text && *text != letter)
        text++;
    return (wchar_t *)text;
}

wchar_t *wcschr(const wchar_t *text, wchar_t letter) {
    wchar_t *found = wcschrnul(text, letter);
    return *found == letter ? found : 0;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t letter) {
    const wchar_t *found = 0;
    for (;; text++) {
        if (*text == letter)
            found = text;
        if (*text == 0)
            return (wchar_t *)found;
    }
}

size_t wcscspn(const wchar_t *text, const wchar_t *stops) {
    size_t length = 0;
    while (text[length] && wcschr(stops, text[length]) == 0)
        length++;
    return length;
}

size_t wcsspn(const wchar_t *text, const wchar_t *accepted) {
    size_t length = 0;
    while (text[length] && wcschr(accepted, text[length]) != 0)
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *wanted) {
    text += wcscspn(text, wanted);
    return *text ? (wchar_t *)text : 0;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted) {
    for (;; text++) {
        size_t i = 0;
        while (wanted[i] && text[i] == wanted[i])
            i++;
        if (wanted[i] == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return 0;
    }
}

/* The caller keeps the position, so threads do not disturb each other. */
wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict separators, wchar_t **restrict rest) {
    if (text == 0)
        text = *rest;
    if (text == 0)
        return 0;
    text += wcsspn(text, separators);
    if (*text == 0) {
        *rest = 0;
        return 0;
    }
    wchar_t *end = text + wcscspn(text, separators);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return text;
}

/* The fortified spellings: `object` is the number of elements of the target as the compiler knew it. */

wchar_t *__wmemcpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "wmemcpy writes beyond its target (buffer overflow)");
    return wmemcpy(to, from, count);
}

wchar_t *__wmemmove_chk(wchar_t *to, const wchar_t *from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "wmemmove writes beyond its target (buffer overflow)");
    return wmemmove(to, from, count);
}

wchar_t *__wmemset_chk(wchar_t *to, wchar_t letter, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "wmemset writes beyond its target (buffer overflow)");
    return wmemset(to, letter, count);
}

wchar_t *__wcscpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t object) {
    __unspool_assert(wcslen(from) < object, "valid-memsafety", "wcscpy writes beyond its target (buffer overflow)");
    return wcscpy(to, from);
}

wchar_t *__wcsncpy_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "wcsncpy writes beyond its target (buffer overflow)");
    return wcsncpy(to, from, count);
}

wchar_t *__wcscat_chk(wchar_t *restrict to, const wchar_t *restrict from, size_t object) {
    __unspool_assert(wcslen(to) + wcslen(from) < object, "valid-memsafety",
                     "wcscat writes beyond its target (buffer overflow)");
    return wcscat(to, from);
}
