// _Alignas on objects and members, _Alignof of types, __alignof__ of expressions.
#include <stdio.h>
#include <stdint.h>
#include <stdalign.h>
#include <stddef.h>
static _Alignas(32) char buffer[5]; static alignas(double) char dbl; struct s { char c; alignas(16) int v; char d; };
static _Alignas(4) _Alignas(64) short both; typedef int aligned_int __attribute__((aligned(8)));
int main(void) {
    _Alignas(64) int local = 3; char pad = 1; alignas(16) struct { char x[3]; } t = {{1, 2, 3}};
    printf("%d %d %d %d\n", (int)((uintptr_t)buffer % 32), (int)((uintptr_t)&local % 64), (int)((uintptr_t)&t % 16), (int)((uintptr_t)&both % 64));
    printf("%zu %zu %zu\n", sizeof(struct s), offsetof(struct s, v), offsetof(struct s, d));
    printf("%zu %zu %zu %zu\n", _Alignof(char), _Alignof(short), _Alignof(int), _Alignof(int[4]));
    printf("%zu %zu %zu\n", _Alignof(long long), _Alignof(double), _Alignof(long double));
    printf("%zu %zu %zu\n", __alignof__(local), _Alignof(struct s), alignof(aligned_int));
    printf("%d %d\n", (int)((uintptr_t)&dbl % _Alignof(double)), (int)alignof(max_align_t) >= 8);
    struct s arr[3]; printf("%d %d\n", (int)((uintptr_t)&arr[2].v % 16), (int)(sizeof arr / sizeof *arr));
    return (int)sizeof(struct s) + pad + local + t.x[2] + buffer[0] + both + dbl;
}
