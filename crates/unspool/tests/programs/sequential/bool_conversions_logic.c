// _Bool from every scalar type, and logical operators yielding int 0 or 1.
#include <stdio.h>
#include <stdbool.h>
static _Bool to_bool_int(long long v) { return v; }
static _Bool to_bool_double(double v) { return v; }
static bool to_bool_pointer(const void *p) { return p; }
int main(void) {
    int x = 3; double tiny = 0.25; float z = -0.0f;
    printf("%d %d %d %d\n", to_bool_int(0), to_bool_int(256), to_bool_int(-1), to_bool_int(1LL << 40));
    printf("%d %d %d\n", to_bool_double(tiny), to_bool_double(0.0), to_bool_double(z));
    printf("%d %d %d\n", to_bool_pointer(&x), to_bool_pointer(0), to_bool_pointer("s"));
    printf("%d %d %d %d\n", !x, !!x, !tiny, !!z);
    printf("%d %d %d\n", x && tiny, x && z, z || 0);
    bool flags[5] = {false, true, 7, 0.5, "x" != 0};
    int sum = 0;
    for (int i = 0; i < 5; i++) sum = sum * 2 + flags[i];
    printf("%d %zu\n", sum, sizeof flags);
    bool b = true;
    b = ~b; printf("%d\n", b);
    b = b - 1; printf("%d\n", b);
    b = -b; printf("%d\n", b);
    unsigned char raw; b = 42; __builtin_memcpy(&raw, &b, 1);
    printf("%d\n", raw);
    return sum;
}
