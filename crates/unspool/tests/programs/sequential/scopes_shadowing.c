// Block scopes shadowing variables, parameters, tags, typedefs and enumerators.
#include <stdio.h>
typedef int T; enum { K = 1 }; struct s { int a; }; static int x = 100;
static int f(int x) { int r = x; { int x = r + 1; r += x; { extern int y; int x = y; r += x; } } return r + x; }
int y = 1000;
static int tags(void) { struct s { char c[9]; }; int n = sizeof(struct s); { struct s { char c[3]; }; n = n * 10 + sizeof(struct s); } return n * 10 + (int)sizeof(struct s); }
int main(void) {
    printf("%d\n", f(5));
    printf("%d\n", tags());
    { T T = 4; T += K; { enum { K = 50 }; T += K; } printf("%d\n", T + K); }
    T back = 3; printf("%d\n", back);
    for (int x = 0; x < 2; x++) { int x = 7; x++; printf("%d ", x); } printf("%d\n", x);
    int z = x; { int x = x = 5; z += x; } printf("%d\n", z);
    if (1) { int main = 6; printf("%d\n", main); }
    { int printf_ = 1, x = 2; { extern int y; int x = 3; y += x + printf_; } y += x; } printf("%d\n", y);
    { typedef char T[12]; printf("%zu ", sizeof(T)); } printf("%d\n", (int)(sizeof(T) == sizeof(int)));
    int i = 1; { int i = 2; { int i = 3; printf("%d", i); } printf("%d", i); } printf("%d\n", i);
    return x;
}
