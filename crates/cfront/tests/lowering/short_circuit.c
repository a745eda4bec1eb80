// Operands that cannot trap and touch no memory are evaluated eagerly; others get blocks of their own.
int g;
int eager(int a, int b) { return a && b || !a; }
int lazy(int a, int b) { return b != 0 && a / b > g; }
int select(int a, int b) { return a < b ? a : b; }
