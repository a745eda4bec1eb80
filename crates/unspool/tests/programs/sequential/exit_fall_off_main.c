// Reaching the end of main returns zero.
#include <stdio.h>
static int nothing_returned(int x) { if (x) return 4; return 0; }
int main() { int x = nothing_returned(1); if (x == 4) puts("falling off"); }
