// strlen, strcpy, strncpy, strcat, strncat, stpcpy and strdup.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    char b[32], c[8]; printf("%zu %zu %zu\n", strlen(""), strlen("abc"), strlen("a\0bc"));
    printf("%s\n", strcpy(b, "first")); printf("%s\n", strcat(b, "-second")); printf("%s\n", strncat(b, "-third", 3)); printf("%s\n", strncat(b, "xyz", 10));
    memset(c, '?', 8); strncpy(c, "ab", 5); for (int i = 0; i < 8; i++) printf("%d ", c[i]); putchar('\n'); strncpy(c, "longer than", 8); printf("%.8s\n", c); 
    strncpy(c, "x", 0); printf("%c\n", c[0]); char *e = stpcpy(b, "stp"); printf("%d %s\n", (int)(e - b), b); char *d = strdup("dup"); d[0] = 'D'; puts(d); free(d);
    printf("%zu %zu\n", strnlen("abcdef", 3), strnlen("ab", 10)); d = strndup("abcdef", 4); puts(d); free(d);
    char *p = b; for (const char *s = "manual"; (*p++ = *s++);) ; printf("%s %td\n", b, p - b); b[0] = 0; for (int i = 0; i < 5; i++) strcat(b, i & 1 ? "o" : "e"); puts(b);
    return (int)strlen(b);
}
