// Duff's device: case labels inside a do loop.
#include <stdio.h>
static int copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8, passes = 0;
    if (count <= 0) return 0;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            passes++;
        } while (--n > 0);
    }
    *to = 0;
    return passes;
}
static int interleaved(int s) { int r = 0; switch (s) { case 0: for (; r < 10; r += 3) { case 1: r += 1; if (r > 7) { case 2: return r + 100; } } } return r; }
int main(void) {
    char buf[64]; const char *text = "the quick brown fox jumps over the dog";
    for (int n = 0; n <= 38; n += 5) { int p = copy(buf, text, n); if (n) printf("%d %d %s\n", n, p, buf); }
    printf("%d %d %d %d\n", interleaved(0), interleaved(1), interleaved(2), interleaved(3));
    return copy(buf, text, 17);
}
