// Bit-fields are bits of integer units; an update reads its unit once, a store keeps its neighbours.
struct flags { unsigned ready : 1; signed level : 4; _Bool last : 1; int plain; } s;
int f(void) {
  s.level = -3;
  s.ready++;
  return s.level + s.last;
}
