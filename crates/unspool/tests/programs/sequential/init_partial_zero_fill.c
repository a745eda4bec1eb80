// Members without initialiser are zero in automatic and static aggregates.
#include <stdio.h>
struct s { int a; char *p; double d; int arr[5]; struct { short x, y; } in; };
static struct s zero;
static int big[50] = {1, 2};
static int checksum(const struct s *v) {
    int t = v->a * 3 + (v->p == 0) * 1000 + (int)v->d + v->in.x * 7 + v->in.y;
    for (int i = 0; i < 5; i++) t += v->arr[i] * (i + 1);
    return t;
}
static int dirty(int n) { volatile int junk[40]; for (int i = 0; i < 40; i++) junk[i] = n + i; return junk[39]; }
static int fresh(void) { struct s v = {.arr = {[2] = 3}}; int t[30] = {0}; int sum = 0; for (int i = 0; i < 30; i++) sum += t[i]; return checksum(&v) + sum; }
int main(void) {
    printf("%d\n", checksum(&zero));
    dirty(12345); printf("%d\n", fresh());
    for (int i = 0; i < 3; i++) { struct s v = {i}; v.arr[4] += i; printf("%d\n", checksum(&v)); }
    int sum = 0; for (int i = 0; i < 50; i++) sum += big[i]; printf("%d\n", sum);
    char text[20] = "ab"; for (int i = 2; i < 20; i++) sum += text[i]; printf("%d\n", sum);
    struct s e = {}; printf("%d\n", checksum(&e));
    return sum;
}
