// __int128 in structs, as parameters and results, and through compound assignment.
#include <stdio.h>
#ifdef __SIZEOF_INT128__
struct wide { char tag; __int128 value; };
static __int128 combine(long long high, unsigned long long low) { return (__int128)(((unsigned __int128)high << 64) | low); }
static long long high_half(__int128 v) { return (long long)(v >> 64); }
static struct wide twice(struct wide w) { w.value += w.value; w.tag++; return w; }
static void show(unsigned __int128 v) { printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }
#endif
int main(void) {
#ifdef __SIZEOF_INT128__
    struct wide w = {'a', combine(0x0123456789abcdefLL, 0xfedcba9876543210ull)};
    show(w.value);
    w = twice(w);
    show(w.value);
    printf("%c %llx\n", w.tag, high_half(w.value));
    w.value ^= combine(-1, 0); show(w.value);
    w.value >>= 68; show(w.value);
    w.value &= 0xffff; show(w.value);
    w.value -= 0x10000; show(w.value);
    unsigned __int128 u = w.value; u >>= 100; show(u); u %= 1000; show(u); u *= u; show(u);
    printf("%d %d\n", (int)sizeof w, (int)_Alignof(struct wide));
    __int128 sum = 0; for (int i = -10; i < 5; i++) sum += i * ((__int128)1 << 65); show(sum);
    printf("%d\n", sum < 0 && sum < -1 && -sum > 1);
#endif
    return 3;
}
