// __builtin_constant_p, types_compatible_p, choose_expr, offsetof, expect, unreachable.
#include <stdio.h>
#include <string.h>
struct s { char a; struct { int x[3]; short y; } in[2]; };
#define SAME(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))
static int unreachable_tail(int k) { switch (k & 1) { case 0: return 10; case 1: return 20; } __builtin_unreachable(); }
int main(void) {
    int i = 1; const int ci = 1; int arr[3]; double d = 1;
    printf("%d%d%d%d%d\n", SAME(i, ci), SAME(i, d), SAME(arr, int[3]), SAME(&i, int *), SAME(arr, int[]));
    printf("%d %d\n", __builtin_constant_p(3 * 4), __builtin_constant_p("x"[0]) >= 0);
    printf("%d %zu\n", __builtin_choose_expr(sizeof(int) == 4, 5, "never"), sizeof(__builtin_choose_expr(0, 1, 2.0)));
    printf("%zu %zu\n", __builtin_offsetof(struct s, in[1].x[2]), __builtin_offsetof(struct s, in[0].y));
    if (__builtin_expect(i == 1, 1)) puts("likely"); if (__builtin_expect(!!(i > 5), 0)) puts("unlikely");
    printf("%ld\n", __builtin_expect(i + 41, 0)); printf("%d %d\n", unreachable_tail(4), unreachable_tail(7));
    char buf[16]; __builtin_memset(buf, 'z', 15); buf[15] = 0; __builtin_memcpy(buf, "builtin", 7); printf("%s %zu %d\n", buf, __builtin_strlen(buf), __builtin_strcmp("a", "b") < 0);
    static int sized[__builtin_constant_p(1) ? 3 : -1]; printf("%zu\n", sizeof sized / sizeof *sized);
    printf("%d %d\n", __builtin_abs(-4), __builtin_strchr("hello", 'l') != 0); int *al = __builtin_assume_aligned(arr, 4); al[1] = 6; printf("%d\n", arr[1]);
    const char *fn = __func__; printf("%s %s %d\n", fn, __FUNCTION__, (int)sizeof __func__);
    return __builtin_printf("done\n");
}
