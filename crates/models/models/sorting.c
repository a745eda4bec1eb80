/* <stdlib.h>, <search.h>: sorting and searching arrays, qsort, bsearch, lfind.

   The sort is a bottom-up merge sort with a buffer as large as the array: stable, as glibc's usual one is, so
   that equal elements come out in the order a compiled program shows. The number of comparisons is
   at most n log n whatever the comparison function answers, so an inconsistent one cannot make it run away.

   Assumptions:
   - qsort, qsort_r: stable, while C leaves the order of equal elements open; the order of comparisons is one of the
     many that C allows.
   - bsearch: of several equal elements it finds one, always by the same halving. */

/* Merges the sorted runs [start, middle) and [middle, end) of `from` into `to`; positions in elements. */
static void merge(const unsigned char *from, unsigned char *to, size_t start, size_t middle, size_t end, size_t size,
                  int (*compare)(const void *, const void *, void *), void *context) {
    size_t left = start;
    size_t right = middle;
    for (size_t target = start; target < end; target++) {
        _Bool take_left =
            left < middle && (right >= end || compare(from + left * size, from + right * size, context) <= 0);
        memcpy(to + target * size, from + (take_left ? left : right) * size, size);
        if (take_left)
            left++;
        else
            right++;
    }
}

void qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
    if (count < 2 || size == 0)
        return;
    unsigned char *buffer = __unspool_alloc(count * size);
    unsigned char *from = array;
    unsigned char *to = buffer;
    for (size_t run = 1; run < count; run = run > count / 2 ? count : run * 2) {
        for (size_t start = 0; start < count;) {
            size_t middle = run < count - start ? start + run : count;
            size_t end = run < count - middle ? middle + run : count;
            merge(from, to, start, middle, end, size, compare, context);
            start = end;
        }
        unsigned char *swap = from;
        from = to;
        to = swap;
    }
    if (from == buffer)
        memcpy(array, buffer, count * size);
    __unspool_free(buffer);
}

struct plain_comparison {
    int (*compare)(const void *, const void *);
};

static int compare_plainly(const void *left, const void *right, void *context) {
    return ((struct plain_comparison *)context)->compare(left, right);
}

void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    struct plain_comparison comparison = {compare};
    qsort_r(array, count, size, compare_plainly, &comparison);
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const unsigned char *element = (const unsigned char *)array + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

void *lfind(const void *key, const void *array, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    const unsigned char *element = array;
    for (size_t i = 0; i < *count; i++, element += size)
        if (compare(key, element) == 0)
            return (void *)element;
    return 0;
}

/* Appends what it does not find. */
void *lsearch(const void *key, void *array, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    void *found = lfind(key, array, count, size, compare);
    if (found != 0)
        return found;
    return memcpy((unsigned char *)array + (*count)++ * size, key, size);
}
