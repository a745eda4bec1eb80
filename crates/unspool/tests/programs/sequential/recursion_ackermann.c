// Ackermann and nested recursive calls with many frames.
#include <stdio.h>
static int calls;
static int ack(int m, int n) { calls++; return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int tak(int x, int y, int z) { calls++; return y < x ? tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) : z; }
static int m91(int n) { return n > 100 ? n - 10 : m91(m91(n + 11)); }
static int deep(int n) { char pad[16]; pad[n & 15] = n; return n ? deep(n - 1) + (pad[n & 15] & 1) : 0; }
int main(void) {
    printf("%d ", ack(2, 4)); printf("%d\n", calls); calls = 0;
    printf("%d ", tak(9, 6, 3)); printf("%d\n", calls);
    printf("%d %d\n", m91(50), m91(101));
    printf("%d\n", deep(1000));
    return ack(1, 20);
}
