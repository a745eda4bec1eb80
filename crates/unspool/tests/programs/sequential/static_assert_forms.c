// _Static_assert with one and two arguments, at file scope, in structs and in functions.
#include <stdio.h>
#include <assert.h>
#include <limits.h>
_Static_assert(sizeof(char) == 1, "char is one byte");
_Static_assert(CHAR_BIT * sizeof(int) >= 32);
static_assert('a' < 'z', "ordered");
struct s { int a; _Static_assert(sizeof(short) == 2, "inside a struct"); char b; };
enum { N = 4 };
static int f(int x) { _Static_assert(N > 3 && N < 5, "in a function"); assert(x > 0); return x * N; }
int main(void) {
    for (int i = 1; i < 3; i++) { _Static_assert((unsigned char)-1 == 255); printf("%d\n", f(i)); }
    _Static_assert(__builtin_types_compatible_p(int, signed), "types");
    _Static_assert(_Generic(1.0f, float: 1, default: 0), "generic");
    _Static_assert(sizeof(struct s) == 2 * sizeof(int), "layout");
    assert(f(2) == 8 && "message");
    return f(3);
}
