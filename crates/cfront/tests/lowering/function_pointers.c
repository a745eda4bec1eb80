// Calls through pointers, and functions as values.
int twice(int x) { return 2 * x; }
int (*chosen)(int) = twice;
int apply(int (*f)(int), int x) { return f ? f(x) : chosen(x); }
int g(void) { return apply(&twice, 3) + apply(0, 4); }
