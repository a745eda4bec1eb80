/* <goblint.h>: the dialect of Goblint, __goblint_*.

   A check that fails violates "unreach-call"; __goblint_assert then ends the process, __goblint_check does not.

   Assumptions:
   - __goblint_unknown: the object gets any content; the pointer must be that of its first byte.
   - __goblint_assume_join: joins nothing; it tells an analysis what the program has made sure of by other means.
   - __goblint_split_begin, __goblint_split_end, __goblint_bounded: nothing to do. */

void __goblint_check(int condition) {
    __unspool_assert(condition != 0, "unreach-call", "__goblint_check fails");
}

void __goblint_assert(int condition) {
    __unspool_assert(condition != 0, "unreach-call", "__goblint_assert fails");
    if (!condition)
        __unspool_abort();
}

void __goblint_assume(int condition) { __unspool_assume(condition != 0); }
void __goblint_unknown(void *object) { __unspool_any_bytes(object, __unspool_object_size(object)); }
void __goblint_assume_join(unsigned long thread) {}
void __goblint_split_begin(int value) {}
void __goblint_split_end(int value) {}
void __goblint_bounded(unsigned long long value) {}
