/* The same with a bit-field. */
#include <assert.h>
struct { unsigned a : 3, b : 5, c : 9; } s;
int main(void) { s.c = 300; *(unsigned char *)&s = 0xff; assert(s.c != 300); return 0; } /* violation lost */
