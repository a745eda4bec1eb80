// switch with fallthrough, default in the middle, nested switches, no match and declarations.
#include <stdio.h>
static int f(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    case 2: r += 2; break;
    default: r += 100;
    case 3: r += 3; break;
    case 4: { int y = r + 4; r = y * 2; break; }
    case -1: case 1000000: return -7;
    }
    return r;
}
static int nested(int a, int b) { switch (a) { case 0: switch (b) { case 0: return 1; case 1: break; default: return 3; } return 2; case 1: return 4; } return 5; }
static int on_char(char c) { switch (c) { case 'a': return 1; case '\n': return 2; case -1: return 3; } return 0; }
static int on_ll(long long v) { switch (v) { case 1LL << 40: return 1; case -1: return 2; case 0: return 3; default: return 4; } }
static int on_uchar(unsigned char c) { switch (c) { case 255: return 1; case 0: return 2; } return 3; }
int main(void) {
    for (int i = -1; i < 6; i++) printf("%d ", f(i));
    printf("%d\n", f(1000000));
    for (int i = 0; i < 6; i++) printf("%d ", nested(i / 3, i % 3));
    printf("%d\n", nested(9, 9));
    printf("%d%d%d%d\n", on_char('a'), on_char('\n'), on_char((char)255), on_char('b'));
    printf("%d%d%d%d\n", on_ll(1LL << 40), on_ll(-1), on_ll(0), on_ll(1LL << 33));
    printf("%d%d%d\n", on_uchar(255), on_uchar(256), on_uchar(7));
    switch (3) ; switch (2) case 2: puts("bare"); switch (9) { puts("skipped"); }
    switch (0 ? 1 : 2) { int t; case 2: t = 6; return t + f(4); }
    return 0;
}
