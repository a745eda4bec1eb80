/* memcpy, mempcpy, memccpy, wmemcpy between blocks that overlap */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

char text[8] = "abcdefg";
wchar_t wide[4];

#if defined SIDE_BY_SIDE // SAFE
int main(void) {
    memcpy(text, text + 4, 4);
    memcpy(text + 4, text, 4);
    assert(mempcpy(text, text + 4, 4) == text + 4);
    assert(memccpy(text, text + 2, 'z', 2) == 0);
    wmemcpy(wide, wide + 2, 2);
}
#elif defined NOTHING // SAFE
int main(void) {
    memcpy(text + 1, text, 0);
    memccpy(text + 1, text, 'a', 1);
}
#elif defined THE_SAME_BLOCK // SAFE
int main(void) {
    memcpy(text, text, 8);
}
#elif defined MEMMOVE // SAFE
int main(void) {
    memmove(text + 1, text, 5);
    memmove(text, text + 1, 5);
}
#elif defined OTHER_OBJECTS // SAFE
int main(void) {
    char *left = malloc(4);
    char *right = malloc(4);
    memset(left, 1, 4);
    memcpy(right, left, 4);
    memcpy(left, right, 4);
    struct pair { long first, second; } one = {1, 2}, other;
    memcpy(&other, &one, sizeof one);
    assert(other.second == 2);
}
#elif defined UPWARDS
int main(void) {
    memcpy(text + 3, text, 4); // UNSAFE: memcpy between blocks that overlap
}
#elif defined DOWNWARDS
int main(void) {
    memcpy(text, text + 3, 4); // UNSAFE: memcpy between blocks that overlap
}
#elif defined BY_A_NUMBER
int main(void) {
    size_t count = __builtin_strlen(text + 2);
    __builtin_memcpy(text + 4, text, count - 1);
    memcpy(text + 3, text, count - 1); // UNSAFE: memcpy between blocks that overlap
}
#elif defined OF_RECORDS
struct record { int number; struct record *next; } records[3];
int main(void) {
    memcpy(records, records + 1, sizeof(struct record));
    memcpy(records, records + 1, 2 * sizeof(struct record)); // UNSAFE: memcpy between blocks that overlap
}
#elif defined BUILTIN
int main(void) {
    __builtin_memcpy(text, text + 1, 2); // UNSAFE: memcpy between blocks that overlap
}
#elif defined FORTIFIED
int main(void) {
    __builtin___memcpy_chk(text, text + 1, 2, 8); // UNSAFE: memcpy between blocks that overlap
}
#elif defined MEMPCPY
int main(void) {
    mempcpy(text, text + 1, 2); // UNSAFE: memcpy between blocks that overlap
}
#elif defined MEMCCPY
int main(void) {
    memccpy(text, text + 1, 'c', 5); // UNSAFE: memccpy between blocks that overlap
}
#elif defined WMEMCPY
int main(void) {
    wmemcpy(wide, wide + 1, 2); // UNSAFE: wmemcpy between blocks that overlap
}
#elif defined BEYOND_THE_OBJECT
/* Then this is what is wrong. */
int main(void) {
    memcpy(text, text + 4, 5); // UNSAFE: out of bounds
}
#endif
