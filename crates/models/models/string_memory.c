/* <string.h>, <strings.h>: blocks of bytes, memcpy, memmove, memset, memcmp, memchr and their relatives.

   Everything goes byte by byte through `unsigned char`, the one type that may view any object; a
   pointer copied so arrives whole, because the bytes carry its provenance.

   Assumptions:
   - Bounds are checked access by access, so that a block too long is reported at the first byte
     outside; what -D_FORTIFY_SOURCE calls instead also compares with the size that the compiler knew.
   - memcpy, mempcpy, memccpy: blocks that overlap are reported, but for those that are the same block: compilers themselves copy so.
   - memcmp: compares up to the first difference; a real one may read more of both blocks. */

/* Of blocks that were copied: both lie within their objects, so that numbers tell. Before the copy, where the objects lie would decide. */
_Bool __unspool_overlap(const void *to, const void *from, size_t count) {
    uintptr_t target = (uintptr_t)to;
    uintptr_t source = (uintptr_t)from;
    return target != source && (target - source < count || source - target < count);
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < count; i++)
        target[i] = source[i];
    __unspool_assert(!__unspool_overlap(to, from, count), "valid-memsafety", "memcpy between blocks that overlap");
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t count) {
    return (unsigned char *)memcpy(to, from, count) + count;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t count) { return mempcpy(to, from, count); }

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t count) {
    _Bool is_found = 0;
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < count; i++) {
        unsigned char copied = source[i];
        target[i] = copied;
        if (copied == (unsigned char)byte) {
            count = i + 1;
            is_found = 1;
        }
    }
    __unspool_assert(!__unspool_overlap(to, from, count), "valid-memsafety", "memccpy between blocks that overlap");
    return is_found ? target + count : 0;
}

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    /* As numbers: whether two pointers into different objects are ordered is not defined. Upwards is right unless
       the target begins inside the source. */
    if ((uintptr_t)target - (uintptr_t)source >= count) {
        for (size_t i = 0; i < count; i++)
            target[i] = source[i];
    } else {
        for (size_t i = count; i > 0; i--)
            target[i - 1] = source[i - 1];
    }
    return to;
}

void bcopy(const void *from, void *to, size_t count) { memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) {
    unsigned char *target = to;
    for (size_t i = 0; i < count; i++)
        target[i] = (unsigned char)byte;
    return to;
}

void bzero(void *to, size_t count) { memset(to, 0, count); }
void explicit_bzero(void *to, size_t count) { memset(to, 0, count); }

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return (int)a[i] - (int)b[i];
    return 0;
}

/* What recent compilers call where only equality matters. */
int __memcmpeq(const void *left, const void *right, size_t count) { return memcmp(left, right, count); }

int bcmp(const void *left, const void *right, size_t count) { return memcmp(left, right, count); }

void *memchr(const void *memory, int byte, size_t count) {
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    return 0;
}

void *memrchr(const void *memory, int byte, size_t count) {
    const unsigned char *bytes = memory;
    for (size_t i = count; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)byte)
            return (void *)(bytes + i - 1);
    return 0;
}

void *rawmemchr(const void *memory, int byte) {
    const unsigned char *bytes = memory;
    while (*bytes != (unsigned char)byte)
        bytes++;
    return (void *)bytes;
}

void *__rawmemchr(const void *memory, int byte) { return rawmemchr(memory, byte); }

void *memmem(const void *memory, size_t count, const void *wanted, size_t wanted_count) {
    const unsigned char *bytes = memory;
    if (wanted_count > count)
        return 0;
    for (size_t i = 0; i <= count - wanted_count; i++)
        if (memcmp(bytes + i, wanted, wanted_count) == 0)
            return (void *)(bytes + i);
    return 0;
}

/* The fortified spellings: `object` is the size of the target as the compiler knew it. */

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "memcpy writes beyond its target (buffer overflow)");
    return memcpy(to, from, count);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "mempcpy writes beyond its target (buffer overflow)");
    return mempcpy(to, from, count);
}

void *__memmove_chk(void *to, const void *from, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "memmove writes beyond its target (buffer overflow)");
    return memmove(to, from, count);
}

void *__memset_chk(void *to, int byte, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "memset writes beyond its target (buffer overflow)");
    return memset(to, byte, count);
}

void __explicit_bzero_chk(void *to, size_t count, size_t object) {
    __unspool_assert(count <= object, "valid-memsafety", "explicit_bzero writes beyond its target (buffer overflow)");
    memset(to, 0, count);
}
