// Which type an expression has after promotion, seen through sizeof and _Generic.
#include <stdio.h>
#define NAME(e) _Generic((e), _Bool: "bool", char: "char", signed char: "schar", unsigned char: "uchar", short: "short", \
    unsigned short: "ushort", int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", \
    unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble", default: "other")
int main(void) {
    char c = 1; signed char sc = 1; unsigned char uc = 1; short s = 1; unsigned short us = 1; _Bool b = 1;
    long l = 1; unsigned long ul = 1; unsigned u = 1; long long ll = 1; unsigned long long ull = 1; float f = 1; double d = 1;
    printf("%s %s %s %s %s %s\n", NAME(c), NAME(+c), NAME(-sc), NAME(~uc), NAME(s + us), NAME(b + b));
    printf("%s %s %s %s\n", NAME(!l), NAME(c == d), NAME(f && d), NAME(us << ll));
    printf("%s %s %s %s\n", NAME(l + u), NAME(ll + ul), NAME(ul + u), NAME(ull + ll));
    printf("%s %s %s %s\n", NAME(f + l), NAME(d + f), NAME(f * ull), NAME(1.0L + d));
    printf("%s %s %s %s\n", NAME('a'), NAME(1 ? c : s), NAME(1 ? u : l), NAME(0 ? 1 : 2.0f));
    printf("%s %s %s %s\n", NAME(c++), NAME(us += 1), NAME((c, s)), NAME((char)1));
    printf("%s %s %s %s %s\n", NAME(2147483647), NAME(2147483648), NAME(0x80000000), NAME(1u), NAME(1ull));
    printf("%s %s %s\n", NAME(0xffffffffffffffff), NAME(1l), NAME(4294967296));
    printf("%d %d %d\n", (int)sizeof(c + c), (int)sizeof(-b), (int)sizeof(ll + c));
    return 0;
}
