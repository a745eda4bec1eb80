// for, while, do, break, continue, goto, switch with fall-through and ranges.
int count(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    if (i == 3) continue;
    if (i == 7) break;
    switch (i) {
    case 0: total += 10;
    case 1 ... 2: total++; break;
    default: goto done;
    }
  }
  while (n > 0) n--;
  do total--; while (total > 100);
done:
  return total;
}
