/* A library call that only reads, behind the end of a text. */
#include <stdio.h>
int main(void) { puts("abc" + 5); return 0; }
