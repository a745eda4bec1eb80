// String literals initialising char arrays of exact, shorter and inferred size.
#include <stdio.h>
static char exact[5] = "hello", longer[8] = "hi", inferred[] = "abc", braced[] = {"xyz"};
static char rows[3][4] = {"one", "two", {'s', 'i', 'x'}}, cells[][6] = {"a", "bcd", "fghij"};
static const char *const names[] = {"zero", "one" "+", "two"};
static unsigned char bytes[4] = "\xff\x80";
struct rec { char key[4]; const char *val; } recs[] = {{"k1", "v1"}, {{'a', 'b'}, 0}};
int main(void) {
    printf("%.5s %zu\n", exact, sizeof exact);
    printf("%s %zu %d\n", longer, sizeof longer, longer[7]);
    printf("%s %zu %s %zu\n", inferred, sizeof inferred, braced, sizeof braced);
    printf("%s %s %.4s\n", rows[0], rows[1], rows[2]);
    printf("%zu %s %c\n", sizeof cells / sizeof cells[0], cells[1], cells[2][4]);
    printf("%s %s %zu\n", names[1], names[2] + 1, sizeof names / sizeof *names);
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    printf("%s %s %s %d\n", recs[0].key, recs[0].val, recs[1].key, recs[1].val == 0);
    char local[10] = "mutable"; local[0] = 'M'; local[7] = '!';
    char small[3] = {'a'}; printf("%s %s\n", local, small);
    return sizeof("count");
}
