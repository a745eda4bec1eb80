// __attribute__((cleanup)) runs in reverse order at scope exit, return, break and goto.
#include <stdio.h>
#include <stdlib.h>
static void say(int *p) { printf("drop %d\n", *p); }
static void release(char **p) { printf("free %s\n", *p); free(*p); }
#define AUTO __attribute__((cleanup(say)))
static int early(int n) { AUTO int a = n; if (n > 1) { AUTO int b = n * 10; return a + b; } AUTO int c = 5; return a + c; }
static int ret_value(void) { AUTO int x = 1; return x++; }
int main(void) {
    { AUTO int x = 1; AUTO int y = 2; x += 10; puts("body"); }
    printf("= %d\n", early(1)); printf("= %d\n", early(3)); printf("= %d\n", ret_value());
    for (int i = 0; i < 4; i++) { AUTO int k = i; if (i == 1) continue; if (i == 2) break; puts("iter"); }
    int n = 0;
again: { AUTO int g = n; if (++n < 3) goto again; }
    char *s __attribute__((cleanup(release))) = malloc(8); s[0] = 'h'; s[1] = 'i'; s[2] = 0;
    switch (n) { case 3: { AUTO int in_switch = 33; break; } default: puts("no"); }
    puts("end");
    return n;
}
