/* qsort, bsearch, lsearch: what they do to arrays that are too short */
#include <assert.h>
#include <search.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

#if defined SORTS_ANY_INPUT
// WITH --domain=0,1,2
int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    int sum = a[0] + a[1] + a[2];
    qsort(a, 3, sizeof *a, by_value);
    assert(a[0] <= a[1] && a[1] <= a[2] && a[0] + a[1] + a[2] == sum); // SAFE
    int key = a[1];
    int *found = bsearch(&key, a, 3, sizeof *a, by_value);
    assert(found && *found == key);
}
#elif defined BEYOND_THE_END // UNSAFE: out of bounds
int main(void) {
    int a[3] = {3, 2, 1};
    qsort(a, 4, sizeof *a, by_value);
}
#elif defined NO_ROOM_TO_APPEND
int main(void) {
    int a[2] = {1, 2}, key = 3;
    size_t count = 2;
    lsearch(&key, a, &count, sizeof *a, by_value); // UNSAFE: out of bounds
}
#elif defined HASH_TABLE_IS_FULL
int main(void) {
    hcreate(1);
    assert(hsearch((ENTRY){"one", 0}, ENTER) != 0); // SAFE
    assert(hsearch((ENTRY){"two", 0}, ENTER) == 0);
    hdestroy();
}
#elif defined TREE_WITHOUT_MEMORY
// WITH --malloc-failures
int main(void) {
    int key = 1;
    void *root = 0;
    assert(tsearch(&key, &root, by_value) != 0); // UNSAFE: assertion failed
}
#endif
