// GNU case ranges mixed with single labels, at negative and wide values.
#include <stdio.h>
static int kind(int c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': case 'A' ... 'F': return 2;
    case 'g' ... 'z': return 3;
    case -100 ... -1: return 4;
    case 0: return 5;
    case 1000 ... 2000: return 6;
    default: return 0;
    }
}
static int band(unsigned long long v) { switch (v) { case 0 ... 9: return 1; case 10 ... 4294967295ull: return 2; case 4294967296ull ... 8589934592ull: return 3; } return 4; }
int main(void) {
    int hist[7] = {0};
    for (int c = -120; c < 130; c++) hist[kind(c)]++;
    for (int i = 0; i < 7; i++) printf("%d ", hist[i]);
    printf("\n%d %d %d %d\n", kind(999), kind(1000), kind(2000), kind(2001));
    printf("%d %d %d %d\n", band(9), band(10), band(1ull << 32), band(1ull << 60));
    return hist[4];
}
