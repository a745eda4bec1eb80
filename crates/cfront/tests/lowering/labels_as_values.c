// Labels whose address is taken are numbered; a computed goto is a switch over the numbers.
int f(int i) {
  static void *const targets[] = {&&one, &&two};
  goto *targets[i];
one:
  return 1;
two:
  return 2;
}
