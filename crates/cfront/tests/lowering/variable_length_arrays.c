// The IR knows such an array by its element; lengths enter address arithmetic as numbers.
int f(int n, int m) {
  int a[n][m];
  a[1][2] = 5;
  return a[1][2] + sizeof a;
}
