// Slots live from their declaration to the end of their block; cleanups run on every way out.
void release(int *p);
void use(int *p);
int f(int n) {
  for (int i = 0; i < n; i++) {
    int guarded __attribute__((cleanup(release))) = i;
    use(&guarded);
    if (i == 5) return i;
    if (i == 6) break;
  }
  return 0;
}
