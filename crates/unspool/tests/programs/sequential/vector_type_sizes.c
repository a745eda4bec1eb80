// Vector types are known by size and alignment, even though arithmetic on them is not supported.
#include <stdio.h>
typedef int quad __attribute__((vector_size(16)));
typedef long long octet __attribute__((vector_size(32)));
typedef char pair __attribute__((vector_size(8)));
struct mixed {
    char c;
    quad q;
};
int main(void) {
    printf("%zu %zu %zu\n", sizeof(quad), sizeof(octet), sizeof(pair));
    printf("%zu %zu\n", _Alignof(quad), sizeof(struct mixed));
    return 0;
}
