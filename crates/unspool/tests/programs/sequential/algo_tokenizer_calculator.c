// Tokeniser plus shunting-yard evaluation with precedence, variables and error codes.
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
enum tok { NUM, OP, LP, RP, END, BAD }; struct token { enum tok t; long v; char op; };
static const char *src; static long vars[26];
static struct token next(void) { while (isspace((unsigned char)*src)) src++; struct token k = {END, 0, 0}; if (!*src) return k; if (isdigit((unsigned char)*src)) { char *e; k.t = NUM; k.v = strtol(src, &e, 0); src = e; } else if (islower((unsigned char)*src)) { k.t = NUM; k.v = vars[*src++ - 'a']; } else { k.op = *src++; switch (k.op) { case '(': k.t = LP; break; case ')': k.t = RP; break; case '+': case '-': case '*': case '/': case '%': case '^': k.t = OP; break; default: k.t = BAD; } } return k; }
static int prec(char o) { return o == '^' ? 3 : o == '*' || o == '/' || o == '%' ? 2 : 1; }
static long apply(char o, long a, long b) { long r = 1; switch (o) { case '+': return a + b; case '-': return a - b; case '*': return a * b; case '/': return b ? a / b : -1; case '%': return b ? a % b : -1; } while (b-- > 0) r *= a; return r; }
static int eval(const char *s, long *out) {
    long nums[32]; char ops[32]; int n = 0, o = 0; src = s;
#define REDUCE do { if (n < 2) return 1; n--; nums[n - 1] = apply(ops[--o], nums[n - 1], nums[n]); } while (0)
    for (;;) { struct token k = next(); switch (k.t) { case NUM: nums[n++] = k.v; continue; case LP: ops[o++] = '('; continue; case RP: while (o && ops[o - 1] != '(') REDUCE; if (!o) return 2; o--; continue; case OP: while (o && ops[o - 1] != '(' && (prec(ops[o - 1]) > prec(k.op) || (prec(ops[o - 1]) == prec(k.op) && k.op != '^'))) REDUCE; ops[o++] = k.op; continue; case BAD: return 3; case END: break; } break; }
    while (o) { if (ops[o - 1] == '(') return 4; REDUCE; } if (n != 1) return 5; *out = nums[0]; return 0;
}
int main(void) {
    vars['x' - 'a'] = 12; static const char *const e[] = {"1 + 2 * 3", "(1+2)*3", "2^3^2", "100 - 7 - 3", "0x10 + 010", "x*x % 7", "1 +", "(1", "1)", "3 $ 4", "10 / (5-5)", "((((7))))"}; int errs = 0;
    for (unsigned i = 0; i < sizeof e / sizeof *e; i++) { long v = 0; int r = eval(e[i], &v); errs += !!r; printf("%s -> %d %ld\n", e[i], r, v); } return errs;
}
