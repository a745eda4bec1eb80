// What library models are written over, one instruction each.
int lock;
static void body(void *arg) { __unspool_assert(arg != 0, "unreach-call", "no argument"); }
static void two(int (*function)(char), double number) {}
static void check(int value, const char *text) {
  __unspool_assert(value > 0, "unreach-call", "not positive", text);
  __unspool_assert(value < 9, "unreach-call", "not small", value % 2 ? text : "even");
}
void f(void) {
  check(lock, "lock");
  int id = __unspool_spawn(body, &lock);
  __unspool_spawn(two, (int (*)(char))0, 1.5);
  __unspool_atomic_begin();
  __unspool_wait_until(!lock && !__unspool_finished(id));
  __unspool_hold(&lock);
  lock = __unspool_self() + 1;
  __unspool_release(&lock);
  __unspool_atomic_end();
  __unspool_assume(__unspool_nondet(int) > 0);
  __unspool_free(__unspool_alloc(8));
  __unspool_free(__unspool_alloc_aligned(64, 8));
}
