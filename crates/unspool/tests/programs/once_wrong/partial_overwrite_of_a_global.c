/* A part of a known value is overwritten: the rest is not what it was at first. */
union { long l; int i[2]; } g;
int main(void) { g.l = 0x100000002; g.i[0] = 5; return g.i[1]; }   /* 1; bounded: 0 */
