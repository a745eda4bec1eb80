// N queens by backtracking with arrays and with bit masks.
#include <stdio.h>
static int col[12], up[24], down[24], first[8];
static int place(int n, int r) {
    if (r == n) return 1;
    int c, t = 0;
    for (c = 0; c < n; c++) if (!col[c] && !up[r + c] && !down[r - c + n]) { col[c] = up[r + c] = down[r - c + n] = 1; int k = place(n, r + 1); if (n == 6 && k && !t) first[r] = c; t += k; col[c] = up[r + c] = down[r - c + n] = 0; }
    return t;
}
static int bitwise(unsigned all, unsigned c, unsigned l, unsigned r) { if (c == all) return 1; int t = 0; for (unsigned free = all & ~(c | l | r); free; free &= free - 1) { unsigned b = free & -free; t += bitwise(all, c | b, (l | b) << 1, (r | b) >> 1); } return t; }
int main(void) {
    for (int n = 1; n <= 6; n++) printf("%d:%d/%d ", n, place(n, 0), bitwise((1u << n) - 1, 0, 0, 0)); putchar('\n');
    for (int r = 0; r < 6; r++) printf("%d", first[r]); putchar('\n');
    return bitwise(127, 0, 0, 0);
}
