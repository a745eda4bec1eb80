/* Storing a long double does not touch its padding. */
#include <string.h>
union { long double d; unsigned char c[16]; } u;
int main(void) { memset(&u, 0xff, 16); u.d = 1.0L; return u.c[12]; }   /* 255; bounded: 0 */
