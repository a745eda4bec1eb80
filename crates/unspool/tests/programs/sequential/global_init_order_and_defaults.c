// Zero-initialised globals of every kind, constants referencing other objects' addresses and sizes.
#include <stdio.h>
static char c; static short s; static long l; static float f; static double d; static void *p; static int (*fn)(void); static struct { int a; char *q; double z[2]; } st; static int arr[100]; static _Bool b; static enum { A, B } e; static union { char x; long long y; } u; static const char *names[4];
static int target[10]; static const int count = 10; static int *const mid = target + sizeof target / sizeof *target / 2; static unsigned long span = sizeof target; static char text[] = {'a', 'b', 0}; static const struct pt { int x, y; } origin = {3, 4}; static const struct pt *po = &origin; static const int *py = &origin.y;
int main(void) {
    printf("%d %d %ld %g %g %d %d %d\n", c, s, l, f, d, p == 0, fn == 0, b); printf("%d %d %g %d %lld %d\n", st.a, st.q == 0, st.z[1], e, u.y, names[3] == 0); int t = 0; for (int i = 0; i < 100; i++) t |= arr[i]; printf("%d\n", t);
    *mid = 6; printf("%d %d %d\n", target[5], (int)(span / sizeof(int)), count); printf("%s %d %d\n", text, po->x, *py); text[1] = 'z'; puts(text); for (int i = 0; i < 4; i++) names[i] = i & 1 ? "odd" : "even"; printf("%s %s\n", names[2], names[3]); static int *self[2] = {target, target + 9}; *self[1] = 77; return target[9];
}
