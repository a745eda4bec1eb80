// Packed and aligned attributes on structs and members, and access to unaligned members.
#include <stdio.h>
#include <stddef.h>
struct __attribute__((packed)) p { char c; int i; short s; long long ll; };
struct q { char c; int i __attribute__((packed)); short s; };
struct r { char c; int i; } __attribute__((aligned(16)));
struct s { char c; short v __attribute__((aligned(8))); char d; };
struct __attribute__((packed, aligned(2))) t { char c; int i; };
#pragma pack(push, 2)
struct u { char c; int i; double d; };
#pragma pack(pop)
struct v { _Alignas(8) char c; char d; };
int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct p), _Alignof(struct p), offsetof(struct p, i), offsetof(struct p, ll));
    printf("%zu %zu %zu\n", sizeof(struct q), _Alignof(struct q), offsetof(struct q, i));
    printf("%zu %zu %zu\n", sizeof(struct r), _Alignof(struct r), offsetof(struct r, i));
    printf("%zu %zu %zu\n", sizeof(struct s), offsetof(struct s, v), offsetof(struct s, d));
    printf("%zu %zu %zu\n", sizeof(struct t), _Alignof(struct t), offsetof(struct t, i));
    printf("%zu %zu %zu\n", sizeof(struct u), offsetof(struct u, i), offsetof(struct u, d));
    printf("%zu %zu\n", sizeof(struct v), _Alignof(struct v));
    struct p x = {1, -2, 3, -4LL};
    x.i += 100; x.ll *= x.i; x.s--;
    printf("%d %d %d %lld\n", x.c, x.i, x.s, x.ll);
    struct p arr[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    long long sum = 0; for (int k = 0; k < 3; k++) sum += arr[k].i * arr[k].ll;
    printf("%lld\n", sum);
    return (int)sum;
}
