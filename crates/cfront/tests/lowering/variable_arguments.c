// Extra arguments lie in memory, one after the other; a va_list is a pointer into them.
int sum(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  int total = 0;
  while (n-- > 0) total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return total;
}
int six(void) { return sum(3, 1, 2, 3); }
