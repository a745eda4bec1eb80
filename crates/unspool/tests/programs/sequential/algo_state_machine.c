// Table-driven state machine recognising numbers and a comment stripper.
#include <stdio.h>
enum st { START, SIGN, INT_, DOT, FRAC, EXP, EXPSIGN, EXPNUM, FAIL, STATES }; enum cls { DIGIT, PLUSMINUS, POINT, E, OTHER, CLASSES };
static const unsigned char go[STATES][CLASSES] = {[START] = {INT_, SIGN, DOT, FAIL, FAIL}, [SIGN] = {INT_, FAIL, DOT, FAIL, FAIL}, [INT_] = {INT_, FAIL, FRAC, EXP, FAIL}, [DOT] = {FRAC, FAIL, FAIL, FAIL, FAIL}, [FRAC] = {FRAC, FAIL, FAIL, EXP, FAIL}, [EXP] = {EXPNUM, EXPSIGN, FAIL, FAIL, FAIL}, [EXPSIGN] = {EXPNUM, FAIL, FAIL, FAIL, FAIL}, [EXPNUM] = {EXPNUM, FAIL, FAIL, FAIL, FAIL}, [FAIL] = {[0 ... CLASSES - 1] = FAIL}};
static enum cls classify(char c) { switch (c) { case '0' ... '9': return DIGIT; case '+': case '-': return PLUSMINUS; case '.': return POINT; case 'e': case 'E': return E; } return OTHER; }
static int number(const char *s) { enum st q = START; while (*s) q = go[q][classify(*s++)]; return q == INT_ || q == FRAC || q == EXPNUM; }
static void strip(const char *s) { enum { CODE, SLASH, BLOCK, STAR, LINE, STR } q = CODE; for (; *s; s++) switch (q) { case CODE: if (*s == '/') q = SLASH; else { if (*s == '"') q = STR; putchar(*s); } break; case SLASH: if (*s == '*') q = BLOCK; else if (*s == '/') q = LINE; else { putchar('/'); putchar(*s); q = CODE; } break; case BLOCK: if (*s == '*') q = STAR; break; case STAR: q = *s == '/' ? CODE : *s == '*' ? STAR : BLOCK; break; case LINE: if (*s == '\n') { q = CODE; putchar(*s); } break; case STR: putchar(*s); if (*s == '"') q = CODE; } }
int main(void) {
    static const char *const t[] = {"1", "-1.5", "+.5", ".", "1e5", "1e", "2.e-3", "abc", "", "1.2.3", "9e+9x", "00"}; int n = 0; for (int i = 0; i < 12; i++) { int ok = number(t[i]); n += ok; printf("%s:%d ", t[i], ok); } putchar('\n');
    strip("a = b / c; /* gone **/ x = \"/* kept */\"; // tail\ny /= 2;\n"); return n;
}
