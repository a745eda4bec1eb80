// Compound assignment where the left type is narrower or of other signedness than the right.
#include <stdio.h>
int main(void) {
    signed char sc = 100; unsigned char uc = 250; short s = 1000; unsigned short us = 65000; int i = -5; unsigned u = 10;
    long long ll = 1; float f = 1.5f; double d = 2.25; _Bool b = 0;
    sc += 100; printf("%d\n", sc);
    sc -= 1000; printf("%d\n", sc);
    sc *= 3.5; printf("%d\n", sc);
    uc += 10.75; printf("%d\n", (int)(uc = 4, uc += 10.75, uc));
    uc *= 20; printf("%d\n", uc);
    uc |= 0x1234; printf("%d\n", uc);
    s *= 100; printf("%d\n", s);
    s /= 7u; printf("%d\n", s);
    s %= 100; printf("%d\n", s);
    us += 1000; printf("%d\n", us);
    us ^= -1; printf("%d\n", us);
    i += 3u; printf("%d\n", i);
    i /= 2; printf("%d\n", i);
    i *= 2.5; printf("%d\n", i);
    u -= 11; printf("%u\n", u);
    u /= 2; printf("%u\n", u);
    u &= ~0xffLL; printf("%u\n", u);
    ll += u; printf("%lld\n", ll);
    ll -= 1.5; printf("%lld\n", ll);
    f += 1; f *= 2; printf("%g\n", f);
    d /= 3 * 0.75; printf("%g\n", d);
    d -= i; printf("%g\n", d);
    b += 5; printf("%d\n", b);
    b -= 1; printf("%d\n", b);
    b |= 256; printf("%d\n", b);
    b &= 2; printf("%d\n", b);
    b ^= 16; printf("%d\n", b);
    return us & 0xff;
}
