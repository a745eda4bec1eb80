/* Jumping back over a declaration ends the variable. */
int main(void) { int n = 0, *p = 0;
again:; int x = n; if (p) return *p; p = &x; n++; goto again; }
