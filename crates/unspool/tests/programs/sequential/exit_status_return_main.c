// The exit status is the low eight bits of main's value; a negative return wraps.
#include <stdio.h>
static int compute(void) { int t = 0; for (int i = 0; i < 10; i++) t -= i * 3; return t; }
int main(int argc, char **argv) { int r = compute(); printf("%d %d %d\n", r, argc, argv[argc] == 0); return r; }
