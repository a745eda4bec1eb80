/* String and character functions of the models against the host's, on short random strings over a small alphabet. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "runtime.h"

#define DECLARE(result, name, ...) result model_##name(__VA_ARGS__);
DECLARE(void *, memcpy, void *, const void *, size_t)
DECLARE(void *, mempcpy, void *, const void *, size_t)
DECLARE(void *, memmove, void *, const void *, size_t)
DECLARE(void *, memset, void *, int, size_t)
DECLARE(int, memcmp, const void *, const void *, size_t)
DECLARE(void *, memchr, const void *, int, size_t)
DECLARE(void *, memrchr, const void *, int, size_t)
DECLARE(void *, memccpy, void *, const void *, int, size_t)
DECLARE(void *, memmem, const void *, size_t, const void *, size_t)
DECLARE(void *, rawmemchr, const void *, int)
DECLARE(size_t, strlen, const char *)
DECLARE(size_t, strnlen, const char *, size_t)
DECLARE(char *, strcpy, char *, const char *)
DECLARE(char *, stpcpy, char *, const char *)
DECLARE(char *, strncpy, char *, const char *, size_t)
DECLARE(char *, stpncpy, char *, const char *, size_t)
DECLARE(char *, strcat, char *, const char *)
DECLARE(char *, strncat, char *, const char *, size_t)
DECLARE(int, strcmp, const char *, const char *)
DECLARE(int, strncmp, const char *, const char *, size_t)
DECLARE(int, strcasecmp, const char *, const char *)
DECLARE(int, strncasecmp, const char *, const char *, size_t)
DECLARE(char *, strchr, const char *, int)
DECLARE(char *, strchrnul, const char *, int)
DECLARE(char *, strrchr, const char *, int)
DECLARE(char *, strstr, const char *, const char *)
DECLARE(char *, strcasestr, const char *, const char *)
DECLARE(char *, strpbrk, const char *, const char *)
DECLARE(size_t, strspn, const char *, const char *)
DECLARE(size_t, strcspn, const char *, const char *)
DECLARE(char *, strtok, char *, const char *)
DECLARE(char *, strtok_r, char *, const char *, char **)
DECLARE(char *, strsep, char **, const char *)
DECLARE(char *, strdup, const char *)
DECLARE(char *, strndup, const char *, size_t)
DECLARE(int, strverscmp, const char *, const char *)
DECLARE(char *, strerror, int)
DECLARE(void, bzero, void *, size_t)
DECLARE(void, bcopy, const void *, void *, size_t)
DECLARE(void *, __memcpy_chk, void *, const void *, size_t, size_t)
DECLARE(char *, __strcpy_chk, char *, const char *, size_t)
DECLARE(char *, __strcat_chk, char *, const char *, size_t)
DECLARE(char *, __strncat_chk, char *, const char *, size_t, size_t)
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void);
const int **model___ctype_toupper_loc(void);

static int sign(int number) { return (number > 0) - (number < 0); }

static void random_text(char *text, int limit) {
    int length = (int)(test_random() % (unsigned)limit);
    for (int i = 0; i < length; i++)
        text[i] = "aAbB \xe9"[test_random() % 6];
    text[length] = 0;
}

static void one_round(void) {
    char a[64], b[64], ours[128], theirs[128];
    random_text(a, 20);
    random_text(b, test_random() % 2 ? 4 : 20);
    size_t n = test_random() % 24;
    int c = "aAbB \xe9z"[test_random() % 8];
    CHECK(model_strlen(a) == strlen(a) && model_strnlen(a, n) == strnlen(a, n));
    CHECK(sign(model_strcmp(a, b)) == sign(strcmp(a, b)));
    CHECK(sign(model_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
    CHECK(sign(model_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
    CHECK(sign(model_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)));
    CHECK(model_strchr(a, c) == strchr(a, c) && model_strrchr(a, c) == strrchr(a, c));
    CHECK(model_strchrnul(a, c) == strchrnul(a, c) && model_strstr(a, b) == strstr(a, b));
    CHECK(model_strcasestr(a, b) == strcasestr(a, b) && model_strpbrk(a, b) == strpbrk(a, b));
    CHECK(model_strspn(a, b) == strspn(a, b) && model_strcspn(a, b) == strcspn(a, b));
    memset(a + strlen(a), 0, sizeof a - strlen(a));
    memset(b + strlen(b), 0, sizeof b - strlen(b));
    CHECK(sign(model_memcmp(a, b, n)) == sign(memcmp(a, b, n)));
    CHECK(model_memchr(a, c, n) == memchr(a, c, n) && model_memrchr(a, c, n) == memrchr(a, c, n));
    CHECK(model_memmem(a, n, b, strlen(b)) == memmem(a, n, b, strlen(b)));
    CHECK(model_rawmemchr(a, 0) == a + strlen(a));
#define BOTH(call)                                                                                                       \
    (memset(ours, '.', 128), memset(theirs, '.', 128), strcpy(ours + 30, b), strcpy(theirs + 30, b))
#define AGREE(name, offset, ...)                                                                                         \
    (BOTH(), CHECK((char *)model_##name(ours + offset, __VA_ARGS__) - ours == (char *)name(theirs + offset, __VA_ARGS__) - theirs), \
     CHECK(memcmp(ours, theirs, 128) == 0))
    AGREE(memcpy, 3, a, n);
    AGREE(mempcpy, 3, a, n);
    AGREE(memset, 3, c, n);
    AGREE(strcpy, 3, a);
    AGREE(stpcpy, 3, a);
    AGREE(strncpy, 3, a, n);
    AGREE(stpncpy, 3, a, n);
    AGREE(strcat, 30, a);
    AGREE(strncat, 30, a, n);
    BOTH();
    size_t from = test_random() % 40, to = test_random() % 40;
    model_memmove(ours + to, ours + from, n);
    memmove(theirs + to, theirs + from, n);
    CHECK(memcmp(ours, theirs, 128) == 0);
    model_bcopy(ours + from, ours + to, n);
    bcopy(theirs + from, theirs + to, n);
    model_bzero(ours + to, n / 2);
    bzero(theirs + to, n / 2);
    CHECK(memcmp(ours, theirs, 128) == 0);
    BOTH();
    void *our_end = model_memccpy(ours, a, c, n), *their_end = memccpy(theirs, a, c, n);
    CHECK((our_end == 0) == (their_end == 0) && (our_end == 0 || (char *)our_end - ours == (char *)their_end - theirs));
    CHECK(memcmp(ours, theirs, 128) == 0);
    char *copy = model_strdup(a), *part = model_strndup(a, n);
    CHECK(strcmp(copy, a) == 0 && strncmp(part, a, n) == 0 && strlen(part) == strnlen(a, n));
    free(copy);
    free(part);
    char *our_rest, *their_rest, *our_token, *their_token;
    strcpy(ours, a);
    strcpy(theirs, a);
    our_token = model_strtok_r(ours, " a", &our_rest);
    their_token = strtok_r(theirs, " a", &their_rest);
    while (our_token && their_token) {
        CHECK(our_token - ours == their_token - theirs && strcmp(our_token, their_token) == 0);
        our_token = model_strtok_r(0, " a", &our_rest);
        their_token = strtok_r(0, " a", &their_rest);
    }
    CHECK(!our_token && !their_token);
    strcpy(ours, a);
    strcpy(theirs, a);
    our_rest = ours;
    their_rest = theirs;
    while ((our_token = model_strsep(&our_rest, " b")) != 0) {
        their_token = strsep(&their_rest, " b");
        CHECK(their_token && strcmp(our_token, their_token) == 0);
    }
    CHECK(strsep(&their_rest, " b") == 0);
}

static void versions(void) {
    char a[20], b[8];
    for (int i = 0; i < 7; i++) {
        a[i] = "a00129"[test_random() % 6];
        b[i] = test_random() % 4 ? a[i] : "a00129"[test_random() % 6];
    }
    a[test_random() % 8] = 0;
    b[test_random() % 8] = 0;
    a[7] = b[7] = 0;
    if (sign(model_strverscmp(a, b)) != sign(strverscmp(a, b)))
        test_fail(__FILE__, __LINE__, strcat(strcat(a, " "), b));
}

#define CHARACTER_CLASS(name) int model_##name(int);
#define CLASSES(X)                                                                                                       \
    X(isalpha) X(isdigit) X(isalnum) X(isupper) X(islower) X(isspace) X(isblank) X(iscntrl) X(isprint) X(isgraph)        \
    X(ispunct) X(isxdigit) X(tolower) X(toupper) X(isascii)
CLASSES(CHARACTER_CLASS)

void test_all(void) {
    for (int i = 0; i < 20000; i++)
        one_round();
    for (int i = 0; i < 200000; i++)
        versions();
    for (int c = -1; c < 256; c++) {
#define SAME_CLASS(name) CHECK(model_##name(c) == (name)(c));
        CLASSES(SAME_CLASS)
    }
    for (int c = -128; c < 256; c++) {
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
    }
    for (int number = 0; number <= 40; number++)
        CHECK(strcmp(model_strerror(number), strerror(number)) == 0);
    int others[] = {-3, 41, 58, 75, 95, 98, 110, 111, 115, 999999};
    for (int i = 0; i < 10; i++)
        CHECK(strcmp(model_strerror(others[i]), strerror(others[i])) == 0);
    char text[] = "a,b,,c", small[4];
    CHECK(strcmp(model_strtok(text, ","), "a") == 0 && strcmp(model_strtok(0, ","), "b") == 0);
    CHECK(strcmp(model_strtok(0, ","), "c") == 0 && model_strtok(0, ",") == 0);
    CHECK(strcmp(model___strcpy_chk(small, "abc", 4), "abc") == 0);
    EXPECT_FAILURE(model___strcpy_chk(small, "abcd", 4), "strcpy writes beyond its target (buffer overflow)");
    EXPECT_FAILURE(model___memcpy_chk(small, "abcde", 5, 4), "memcpy writes beyond its target (buffer overflow)");
    EXPECT_FAILURE(model___strcat_chk(small, "d", 4), "strcat writes beyond its target (buffer overflow)");
    EXPECT_FAILURE(model___strncat_chk(small, "def", 1, 4), "strncat writes beyond its target (buffer overflow)");
}
