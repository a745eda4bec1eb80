// Mutually recursive functions and a small recursive-descent expression evaluator.
#include <stdio.h>
static int odd(unsigned n); static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int hof_m(int); static int hof_f(int n) { return n ? n - hof_m(hof_f(n - 1)) : 1; }
static int hof_m(int n) { return n ? n - hof_f(hof_m(n - 1)) : 0; }
static const char *in; static int expr(void);
static int atom(void) { if (*in == '(') { in++; int v = expr(); in++; return v; } if (*in == '-') { in++; return -atom(); } int v = 0; while (*in >= '0' && *in <= '9') v = v * 10 + *in++ - '0'; return v; }
static int term(void) { int v = atom(); while (*in == '*' || *in == '/') { char o = *in++; int w = atom(); v = o == '*' ? v * w : v / w; } return v; }
static int expr(void) { int v = term(); while (*in == '+' || *in == '-') { char o = *in++; int w = term(); v = o == '+' ? v + w : v - w; } return v; }
static int eval(const char *s) { in = s; return expr(); }
int main(void) {
    printf("%d %d %d\n", even(40), odd(41), even(7));
    for (int i = 0; i < 12; i++) printf("%d/%d ", hof_f(i), hof_m(i));
    putchar('\n');
    printf("%d %d %d %d\n", eval("1+2*3"), eval("(1+2)*3-4/2"), eval("-(2-10)*-3"), eval("100/7/2"));
    return eval("2*(3+(4*5))");
}
