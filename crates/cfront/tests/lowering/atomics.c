// Atomic objects are updated in one step: an rmw where there is one, else an atomic section.
_Atomic int a;
_Atomic double d;
int plain, expected;
int f(void) {
  a += 2;
  d *= 2;
  __atomic_fetch_add(&plain, 1, 2);
  __atomic_compare_exchange_n(&plain, &expected, 8, 1, 4, 0);
  __sync_bool_compare_and_swap(&plain, 8, 9);
  return __atomic_compare_exchange_n(&plain, &expected, 7, 0, 5, 5);
}
// Bytes are added to pointers, but elements by Clang's builtins.
long *pointer;
_Atomic(long *) moving;
long *g(int n, int order) {
  __atomic_fetch_add(&pointer, 8, order);
  __atomic_or_fetch(&pointer, 1, 0);
  return __c11_atomic_fetch_add(&moving, n, 5);
}
// Records are read and written as a whole, and compared as bits; a weak comparison may fail though they are equal.
struct tagged {
  char *pointer;
  unsigned char tag;
} top, wanted;
int h(struct tagged next) {
  return __atomic_compare_exchange(&top, &wanted, &next, 1, 4, 2);
}
