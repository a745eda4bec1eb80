// _Thread_local and __thread objects used from one thread.
#include <stdio.h>
_Thread_local int counter = 5; static __thread char name[8] = "main"; static _Thread_local struct { int a; double d; } st = {1, 2.5};
static _Thread_local int zero; extern _Thread_local int counter;
static int next(void) { static _Thread_local int calls; return ++calls + counter++; }
static int *where(void) { return &counter; }
int main(void) {
    int a = next(), b = next(); printf("%d %d %d\n", a, b, counter);
    *where() = 50; printf("%d\n", counter);
    name[0] = 'M'; printf("%s %zu\n", name, sizeof name);
    st.a += 3; st.d *= 2; printf("%d %g %d\n", st.a, st.d, zero);
    _Thread_local static int in_main = 9; in_main--; printf("%d %d\n", in_main, where() == &counter);
    return counter;
}
