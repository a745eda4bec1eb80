// Initialising unions: first member, designated member, inside arrays, and zeroed statics.
#include <stdio.h>
union n { int i; float f; char s[4]; long long w; };
static union n a = {65}, b = {.f = 1.0f}, c = {.s = "hey"}, d, list[] = {{1}, {.w = -1}, {.s = {'a', 'b'}}};
struct t { int tag; union n v; } t = {3, {.w = 1LL << 40}}, u[2] = {[1].v.i = 5, [0] = {1}};
int main(void) {
    printf("%d %s %g %s\n", a.i, a.s, b.f, c.s);
    printf("%lld %d\n", d.w, list[1].i);
    printf("%d %s %lld\n", list[0].i, list[2].s, t.v.w >> 38);
    printf("%d %d %d\n", u[0].tag, u[1].v.i, u[0].v.i);
    union n local = {.s = {1, 1}}, copy = local;
    printf("%d %x\n", copy.s[1], local.i);
    union n made = (union n){.f = 0.5f};
    printf("%x\n", made.i);
    return local.i & 0xff;
}
