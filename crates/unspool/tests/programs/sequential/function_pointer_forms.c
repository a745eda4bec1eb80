// Function pointers in typedefs, parameters, structs, arrays, returned, and compared.
#include <stdio.h>
typedef int fn(int); typedef int (*fnp)(int);
fn square, cube;
int square(int x) { return x * x; }
int cube(int x) { return x * x * x; }
static fnp choose(int which) { return which ? cube : square; }
static int compose(fn *f, int g(int), int x) { return f(g(x)); }
struct ops { fnp f; int (*next[2])(int); void (*log)(const char *, int); };
static void log_line(const char *s, int v) { printf("%s:%d\n", s, v); }
static int (*(*meta)(int))(int) = choose;
static double mix(double (*f)(double, int), double d) { return f(d, 3); }
static double scale(double d, int n) { return d * n; }
int main(void) {
    struct ops o = {square, {cube, square}, log_line};
    o.log("compose", compose(square, cube, 2));
    o.log("array", o.next[0](3) + (*o.next[1])(4));
    o.log("meta", meta(1)(2) + (*meta)(0)(5));
    o.log("deref", (***o.f)(6));
    fnp list[] = {square, cube, choose(0)}; int t = 0;
    for (unsigned i = 0; i < 3; i++) t += list[i](i + 1);
    o.log("total", t);
    o.log("same", list[0] == list[2]);
    void *erased = (void *)(unsigned long)0; fnp null = 0; o.log("null", null == 0 && erased == 0);
    void (*generic)(void) = (void (*)(void))cube; o.log("cast", ((fnp)generic)(3));
    o.log("double", (int)mix(scale, 1.5));
    return compose(choose(1), choose(0), 2);
}
