// Locals whose address is never taken are registers; everything else is memory, one access an instruction.
int x, y;
int *escape;
int f(int a, int b) {
  int sum = a + b, taken = a;
  escape = &taken;
  x = y + x * sum;
  return taken;
}
