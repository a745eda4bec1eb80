/* <string.h>: the length of strings, strings that are written, copying, appending, and the fortified spellings.

   Character by character, in ascending order.

   Assumptions:
   - Bounds are checked access by access, so that an overflow is reported at the first byte
     outside; what -D_FORTIFY_SOURCE calls instead also compares with the size that the compiler knew.
   - strcpy, strcat: copying between overlapping strings, undefined in C, is not reported by itself. */

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

char *stpcpy(char *restrict to, const char *restrict from) {
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}

char *__stpcpy(char *restrict to, const char *restrict from) { return stpcpy(to, from); }

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t count) {
    size_t i = 0;
    for (; i < count && from[i]; i++)
        to[i] = from[i];
    char *end = to + i;
    for (; i < count; i++)
        to[i] = 0;
    return end;
}

char *__stpncpy(char *restrict to, const char *restrict from, size_t count) { return stpncpy(to, from, count); }

char *strncpy(char *restrict to, const char *restrict from, size_t count) {
    stpncpy(to, from, count);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t count) {
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < count && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t copied = length < size - 1 ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t before = strnlen(to, size);
    return before == size ? size + strlen(from) : before + strlcpy(to + before, from, size - before);
}

/* The fortified spellings: `object` is the size of the target as the compiler knew it. */

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t object) {
    __unspool_assert(strlen(from) < object, "valid-memsafety", "strcpy writes beyond its target (buffer overflow)");
    return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t object) {
    __unspool_assert(strlen(from) < object, "valid-memsafety", "stpcpy writes beyond its target (buffer overflow)");
    return stpcpy(to, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "strncpy writes beyond its target (buffer overflow)");
    return strncpy(to, from, count);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "stpncpy writes beyond its target (buffer overflow)");
    return stpncpy(to, from, count);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t object) {
    __unspool_assert(strlen(to) + strlen(from) < object, "valid-memsafety",
                     "strcat writes beyond its target (buffer overflow)");
    return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t count, size_t object) {
    __unspool_assert(strlen(to) + strnlen(from, count) < object, "valid-memsafety",
                     "strncat writes beyond its target (buffer overflow)");
    return strncat(to, from, count);
}

size_t __strlcpy_chk(char *restrict to, const char *restrict from, size_t size, size_t object) {
    __unspool_assert(size <= object, "valid-memsafety", "strlcpy is told of a target larger than it is (buffer overflow)");
    return strlcpy(to, from, size);
}

size_t __strlcat_chk(char *restrict to, const char *restrict from, size_t size, size_t object) {
    __unspool_assert(size <= object, "valid-memsafety", "strlcat is told of a target larger than it is (buffer overflow)");
    return strlcat(to, from, size);
}
