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
