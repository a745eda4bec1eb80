// Recursion: factorial, Fibonacci, gcd, hanoi, power, string reversal.
#include <stdio.h>
static unsigned long long fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int hanoi(int n, int from, int to, int via) { return n ? hanoi(n - 1, from, via, to) + (from * 3 + to) + hanoi(n - 1, via, to, from) : 0; }
static long long power(long long b, unsigned e) { if (!e) return 1; long long h = power(b, e / 2); return e & 1 ? h * h * b : h * h; }
static void rev(const char *s) { if (*s) { rev(s + 1); putchar(*s); } }
static int digits(unsigned n) { int d = n % 10; return n < 10 ? d : d + digits(n / 10); }
static int perms(char *a, int k, int n) { int c = 0; if (k == n) return a[0] < a[n - 1]; for (int i = k; i < n; i++) { char t = a[k]; a[k] = a[i]; a[i] = t; c += perms(a, k + 1, n); t = a[k]; a[k] = a[i]; a[i] = t; } return c; }
int main(void) {
    printf("%llu %d %d\n", fact(20), fib(15), gcd(1071, 462));
    printf("%d %lld %lld\n", hanoi(7, 1, 3, 2), power(3, 30), power(-2, 63 - 1));
    rev("recursion"); putchar('\n');
    char s[] = "abcde"; printf("%d %d\n", digits(4294967295u), perms(s, 0, 5));
    return fib(12);
}
