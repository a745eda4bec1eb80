// What is not supported stops only executions that reach it, wherever it stands; nothing of its statement is kept.
int g;
void f(int n) {
  g = 1;
  g = __atomic_foo(&g);
  if (n) __atomic_foo(&g); else g = 2;
  if (__atomic_foo(&g)) g = 3;
  for (__atomic_foo(&g); n < 3; __atomic_foo(&g)) g = 4;
  switch (__atomic_foo(&g)) { case 1: g = 5; }
  int x = n && __atomic_foo(&g);
  g = x;
}
