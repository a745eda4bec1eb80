// Memoised recursion in static tables, nested ternaries and early-out lookups.
#include <stdio.h>
static unsigned long long memo[64]; static long long binom[21][21]; static int collatz_len[512];
static unsigned long long fib(int n) { return n < 2 ? n : memo[n] ? memo[n] : (memo[n] = fib(n - 1) + fib(n - 2)); }
static long long choose(int n, int k) { return k < 0 || k > n ? 0 : !k || k == n ? 1 : binom[n][k] ? binom[n][k] : (binom[n][k] = choose(n - 1, k - 1) + choose(n - 1, k)); }
static int collatz(unsigned n) { if (n == 1) return 0; if (n < 512 && collatz_len[n]) return collatz_len[n]; int l = 1 + collatz(n & 1 ? 3 * n + 1 : n / 2); if (n < 512) collatz_len[n] = l; return l; }
static const char *fizz(int i) { static char b[8]; return i % 15 ? i % 5 ? i % 3 ? (sprintf(b, "%d", i), b) : "Fizz" : "Buzz" : "FizzBuzz"; }
int main(void) {
    printf("%llu %llu\n", fib(60), fib(10)); printf("%lld %lld %lld\n", choose(20, 10), choose(5, 2), choose(3, 7)); int best = 1; for (int i = 1; i < 300; i++) if (collatz(i) > collatz(best)) best = i; printf("%d %d\n", best, collatz(best)); for (int i = 1; i <= 15; i++) printf("%s ", fizz(i)); putchar('\n'); return collatz(27);
}
