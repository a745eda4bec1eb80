// _Bool and enum bit-fields, and bit-fields initialised by designators.
#include <stdio.h>
enum mode { OFF, SLOW, FAST, TURBO };
struct device { _Bool on : 1; _Bool ready : 1; enum mode mode : 2; unsigned : 4; unsigned char level : 8; };
static struct device table[] = {[1] = {.mode = TURBO, .on = 1}, [0] = {.level = 200, .ready = 4}};
int main(void) {
    for (int i = 0; i < 2; i++) printf("%d %d %d %d\n", table[i].on, table[i].ready, table[i].mode, table[i].level);
    struct device d = table[1];
    d.ready = 0.5; d.on = !d.on; d.mode = d.mode == TURBO ? SLOW : OFF; d.level = 300;
    printf("%d %d %d %d\n", d.on, d.ready, d.mode, d.level);
    d.on = "pointer" != 0; d.mode++;
    switch (d.mode) { case FAST: puts("fast"); break; default: puts("other"); }
    printf("%zu\n", sizeof d);
    return d.mode * 10 + d.on;
}
