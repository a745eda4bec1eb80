// strverscmp over all pairs of names, and the parts of path names: basename in both kinds, dirname.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

char *dirname(char *);
char *__xpg_basename(char *);

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    const char *names[] = {"",     "0",   "00",  "000", "0001", "001", "01",  "010", "09",   "1",     "9",     "10",     "a",   "a0",  "a00", "a01",
                           "a010", "a1",  "a10", "a9",  "a9b",  "a09", "a.1", "1.2", "1.10", "1.010", "1.02",  "item#99", "item#100", "foo.009", "foo.0", "alpha1"};
    int count = sizeof names / sizeof *names;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++)
            putchar("<=>"[sign(strverscmp(names[i], names[k])) + 1]);
        putchar('\n');
    }
    const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "", "a//b", "a/b//", "///x///", "x/"};
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
        char a[20], b[20];
        strcpy(a, paths[i]);
        strcpy(b, paths[i]);
        printf("[%s] [%s]", paths[i], basename(paths[i]));
        printf(" [%s]", __xpg_basename(a));
        printf(" [%s]\n", dirname(b));
    }
    printf("%s %s\n", __xpg_basename(0), dirname(0));
    return 0;
}
