// && and || evaluate the right side only when needed; precedence with each other.
#include <stdio.h>
static char trace[64]; static int n;
static int t(char c) { trace[n++] = c; return 1; }
static int f(char c) { trace[n++] = c; return 0; }
static void flush(int v) { trace[n] = 0; printf("%d %s\n", v, trace); n = 0; }
int main(void) {
    flush(t('a') && t('b')); flush(t('a') && f('b')); flush(f('a') && t('b'));
    flush(t('a') || t('b')); flush(f('a') || t('b')); flush(f('a') || f('b'));
    flush(t('a') && f('b') || t('c')); flush(t('a') || f('b') && t('c')); flush((t('a') || f('b')) && t('c'));
    flush(!(f('a') || f('b')) && !t('c'));
    flush(t('a') ? f('b') : t('c'));
    int *p = 0; int v = p && *p; flush(v);
    int i = 0; if (i++ && i++) i = 100; flush(i); if (i++ || i++) flush(i);
    int x = 3; x > 2 && (x = 10); x > 20 || (x += 5); flush(x);
    int lhs = t('a') && 1; flush(lhs + (f('b') || 2)); flush(0.5 && "s"); 
    return x;
}
