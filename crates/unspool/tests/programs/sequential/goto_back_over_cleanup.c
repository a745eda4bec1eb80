// Jumping back over a declaration runs its cleanup; other tags and weak names in inner scopes.
#include <stdio.h>
static void say(int *p) { printf("end %d\n", *p); }
int absent(void) __attribute__((weak));
struct T { int a, b; };
int main(void) {
    int k = 0;
again:;
    __attribute__((cleanup(say))) int v = k;
    if (k++ < 2) goto again;
    {
        struct T;
        struct T { char c; };
        printf("%zu\n", sizeof(struct T));
    }
    signed char c = 100;
    printf("%zu %zu %d\n", sizeof(struct T), sizeof(k ? c : c), absent != 0);
    return "abc"[1] == 'b' ? v : 9;
}
