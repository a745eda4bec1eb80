/* A format may ask for arguments that are not there. */
#include <stdio.h>
int main(void) { printf("%d %d\n", 1); return 0; }
