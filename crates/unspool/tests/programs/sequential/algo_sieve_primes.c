// Sieve of Eratosthenes on bytes and on packed bits.
#include <stdio.h>
#define N 1000
static unsigned char composite[N + 1];
static unsigned bits[N / 32 + 1];
int main(void) {
    int count = 0, last = 0;
    for (int i = 2; i <= N; i++) {
        if (composite[i]) continue;
        count++; last = i;
        for (int j = i * i; j <= N; j += i) composite[j] = 1;
    }
    printf("%d %d\n", count, last);
    int packed = 0, twins = 0;
    for (int i = 2; i * i <= N; i++) if (!(bits[i / 32] >> i % 32 & 1)) for (int j = i * i; j <= N; j += i) bits[j / 32] |= 1u << j % 32;
    for (int i = 2; i <= N; i++) packed += !(bits[i >> 5] & 1u << (i & 31));
    for (int i = 3; i + 2 <= N; i++) twins += !composite[i] && !composite[i + 2];
    printf("%d %d %08x\n", packed, twins, bits[3]);
    return packed & 0xff;
}
