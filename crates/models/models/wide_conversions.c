/* <stdlib.h>, <wchar.h>, <uchar.h>: from multibyte to wide characters and back, in the C locale.

   One byte is one character and the encoding has no state. As with glibc, a byte above 127 or a wide character above
   127 has no counterpart: EILSEQ.

   Assumptions:
   - The locale is C, whatever locale is set. */

static size_t no_counterpart(void) {
    *__errno_location() = 84; /* EILSEQ */
    return (size_t)-1;
}

/* With a null state the function's own would be used; there is nothing to keep in either. */
size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t count, void *restrict state) {
    if (from == 0)
        return 0;
    if (count == 0)
        return (size_t)-2;
    if ((unsigned char)*from > 127)
        return no_counterpart();
    if (to != 0)
        *to = *from;
    return *from != 0;
}

size_t wcrtomb(char *restrict to, wchar_t letter, void *restrict state) {
    if (to == 0)
        return 1;
    if (letter < 0 || letter > 127)
        return no_counterpart();
    *to = (char)letter;
    return 1;
}

int mbsinit(const void *state) { return 1; }
size_t mbrlen(const char *restrict text, size_t count, void *restrict state) { return mbrtowc(0, text, count, 0); }
size_t __mbrlen(const char *restrict text, size_t count, void *restrict state) { return mbrtowc(0, text, count, 0); }

/* A null text asks whether the encoding has a state: no. */
int mbtowc(wchar_t *restrict to, const char *restrict text, size_t count) {
    size_t length = mbrtowc(to, text, count, 0);
    return length > 1 ? -1 : (int)length;
}

int mblen(const char *text, size_t count) { return mbtowc(0, text, count); }
int wctomb(char *to, wchar_t letter) { return to == 0 ? 0 : (int)wcrtomb(to, letter, 0); }
unsigned btowc(int byte) { return byte >= 0 && byte <= 127 ? (unsigned)byte : 0xffffffffu; }
int wctob(unsigned letter) { return letter <= 127 ? (int)letter : -1; }

/* `*from` becomes null at the end of the text, else the place where the conversion stopped. */
size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count, void *restrict state) {
    const char *text = *from;
    size_t length = 0;
    for (; to == 0 || length < count; length++) {
        if ((unsigned char)text[length] > 127) {
            if (to != 0)
                *from = text + length;
            return no_counterpart();
        }
        if (to != 0)
            to[length] = text[length];
        if (text[length] == 0) {
            if (to != 0)
                *from = 0;
            return length;
        }
    }
    *from = text + length;
    return length;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t count, void *restrict state) {
    const wchar_t *text = *from;
    size_t length = 0;
    for (; to == 0 || length < count; length++) {
        if (text[length] < 0 || text[length] > 127) {
            if (to != 0)
                *from = text + length;
            return no_counterpart();
        }
        if (to != 0)
            to[length] = (char)text[length];
        if (text[length] == 0) {
            if (to != 0)
                *from = 0;
            return length;
        }
    }
    *from = text + length;
    return length;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t count) { return mbsrtowcs(to, &from, count, 0); }
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t count) { return wcsrtombs(to, &from, count, 0); }

size_t __mbstowcs_chk(wchar_t *restrict to, const char *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "mbstowcs is told of a target larger than it is (buffer overflow)");
    return mbstowcs(to, from, count);
}

size_t __wcstombs_chk(char *restrict to, const wchar_t *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "wcstombs is told of a target larger than it is (buffer overflow)");
    return wcstombs(to, from, count);
}

size_t mbrtoc16(unsigned short *restrict to, const char *restrict from, size_t count, void *restrict state) {
    wchar_t letter = 0;
    size_t length = mbrtowc(&letter, from, count, 0);
    if (to != 0 && from != 0 && length <= 1)
        *to = (unsigned short)letter;
    return length;
}

size_t mbrtoc32(unsigned *restrict to, const char *restrict from, size_t count, void *restrict state) {
    return mbrtowc((wchar_t *)to, from, count, 0);
}

size_t c16rtomb(char *restrict to, unsigned short letter, void *restrict state) { return wcrtomb(to, letter, 0); }
size_t c32rtomb(char *restrict to, unsigned letter, void *restrict state) {
    return letter > 127 && to != 0 ? no_counterpart() : wcrtomb(to, (wchar_t)letter, 0);
}

/* Columns on a terminal: one for each printable character, none for the null character, -1 for others. */
int wcwidth(wchar_t letter) { return letter == 0 ? 0 : letter >= ' ' && letter <= '~' ? 1 : -1; }

int wcswidth(const wchar_t *text, size_t count) {
    int width = 0;
    for (size_t i = 0; i < count && text[i] != 0; i++) {
        if (wcwidth(text[i]) < 0)
            return -1;
        width++;
    }
    return width;
}
