// Sizes, alignments and member offsets of structs with padding, in both data models.
#include <stdio.h>
#include <stddef.h>
struct a { char c; int i; char d; };
struct b { char c; double d; char e; };
struct c { char c; long long ll; short s; };
struct d { short s; char c; };
struct e { char c[3]; short s[2]; char t; };
struct f { char c; struct a in; char d; };
struct g { char c; long l; void *p; float f; };
struct h { char c; long double ld; };
struct i { _Bool b; char c; unsigned short u; int i; };
#define SHOW(s, m1, m2) printf(#s " %zu %zu %zu %zu\n", sizeof(struct s), _Alignof(struct s), offsetof(struct s, m1), offsetof(struct s, m2))
int main(void) {
    SHOW(a, i, d);
    SHOW(b, d, e);
    SHOW(c, ll, s);
    SHOW(d, s, c);
    SHOW(e, s, t);
    SHOW(f, in, d);
    SHOW(g, l, f);
    SHOW(h, c, ld);
    SHOW(i, u, i);
    printf("%zu %zu\n", offsetof(struct f, in.d), offsetof(struct e, s[1]));
    printf("%zu %zu\n", sizeof(struct a[3]), sizeof(union { struct a x; double y; char z[17]; }));
    return sizeof(struct f);
}
