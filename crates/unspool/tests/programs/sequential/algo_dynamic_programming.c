// Edit distance, longest common subsequence, knapsack and coin change tables.
#include <stdio.h>
#include <string.h>
static int min(int a, int b) { return a < b ? a : b; } static int max(int a, int b) { return a > b ? a : b; }
static int edit(const char *a, const char *b) { int n = strlen(a), m = strlen(b), d[n + 1][m + 1]; for (int i = 0; i <= n; i++) for (int j = 0; j <= m; j++) d[i][j] = !i ? j : !j ? i : min(min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])); return d[n][m]; }
static int lcs(const char *a, const char *b) { int prev[32] = {0}, cur[32] = {0}; for (; *a; a++) { for (int j = 0; b[j]; j++) cur[j + 1] = *a == b[j] ? prev[j] + 1 : max(prev[j + 1], cur[j]); memcpy(prev, cur, sizeof cur); } return prev[strlen(b)]; }
static int knapsack(int cap) { static const struct { int w, v; } it[] = {{5, 10}, {4, 40}, {6, 30}, {3, 50}}; int best[64] = {0}; for (int i = 0; i < 4; i++) for (int c = cap; c >= it[i].w; c--) best[c] = max(best[c], best[c - it[i].w] + it[i].v); return best[cap]; }
static unsigned ways(int t) { static const int coins[] = {1, 2, 5, 10, 25, 50}; unsigned w[101] = {1}; for (int i = 0; i < 6; i++) for (int s = coins[i]; s <= t; s++) w[s] += w[s - coins[i]]; return w[t]; }
int main(void) {
    printf("%d %d %d\n", edit("kitten", "sitting"), edit("", "abc"), edit("same", "same")); printf("%d %d\n", lcs("AGGTAB", "GXTXAYB"), lcs("abc", "xyz")); printf("%d %d\n", knapsack(10), knapsack(2)); printf("%u\n", ways(100));
    return edit("intention", "execution") * 10 + lcs("abcde", "ace");
}
