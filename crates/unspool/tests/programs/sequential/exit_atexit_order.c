// atexit handlers run in reverse order, may register more, and exit() keeps its status.
#include <stdio.h>
#include <stdlib.h>
static void a(void) { puts("a"); }
static void b(void) { puts("b"); }
static void late(void) { puts("late"); }
static void c(void) { puts("c"); atexit(late); }
static void deep(int n) { if (!n) { puts("exiting"); exit(300 + 7); } deep(n - 1); puts("never"); }
int main(void) {
    printf("%d\n", atexit(a)); atexit(b); atexit(c); atexit(a);
    puts("main");
    deep(5);
    return 1;
}
