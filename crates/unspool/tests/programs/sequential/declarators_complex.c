// Complex declarators: arrays of pointers to functions returning pointers to arrays, and typedef layering.
#include <stdio.h>
static int data[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*row(int i))[3] { return &data[i]; }
static int *elem(int i, int j) { return &data[i][j]; }
static int (*(*getters[2])(int))[3] = {row, row};
static int *(*ep)(int, int) = elem;
typedef int vec[3]; typedef vec *vecp; typedef vecp (*getter)(int); typedef int op(int), *opp(int);
static op neg; static opp at; static int neg(int x) { return -x; } static int *at(int i) { return &data[0][i]; }
static op *pick(int k, op *a, op *b) { return k ? a : b; }
static int dbl(int x) { return 2 * x; }
static char *(*names[2])[2] = {&(char *[2]){"a", "b"}, &(char *[2]){"c", "d"}};
static void (*sig(int n, void (*h)(int)))(int) { static void (*old)(int); void (*r)(int) = old; if (n) old = h; return r; }
static void hello(int x) { printf("handler %d\n", x); }
int main(void) {
    printf("%d %d %d\n", (*getters[1](1))[2], *ep(0, 1), (*row(0))[0]);
    getter g = row; vecp v = g(1); (*v)[0] = 40; vec copy = {7, 8, 9}; printf("%d %d %zu\n", data[1][0], copy[2], sizeof(vec) / sizeof(int));
    printf("%d %d %d\n", neg(3), *at(2), pick(0, neg, dbl)(8)); printf("%s %s\n", (*names[0])[1], (*names[1])[0]);
    printf("%d ", sig(1, hello) == 0); sig(0, 0)(5); int (*(*pp))(int) = (int (*[]) (int)){neg, dbl}; printf("%d %d\n", pp[0](1), (*(pp + 1))(2));
    const int *const *volatile q = (const int *const[]){data[0], data[1]}; printf("%d\n", q[1][2]); int *(ap[2]) = {data[0], data[1]}, (*pa)[3] = data; return *ap[1] + pa[1][1];
}
