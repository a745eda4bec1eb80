// Plain, signed and unsigned char in arithmetic, comparison, indexing and string bytes.
#include <stdio.h>
int main(void) {
    char c = (char)0xe9; signed char sc = (signed char)0xe9; unsigned char uc = 0xe9; const char *s = "\xe9\x80\x7f";
    printf("%d %d %d\n", c, sc, uc); printf("%d %d %d\n", c == sc, c == uc, (unsigned char)c == uc); printf("%d %d\n", c < 0, uc > 128);
    printf("%d %d %d\n", s[0], (unsigned char)s[1], s[2]); printf("%x %x\n", c, (unsigned char)c); printf("%d %d\n", c >> 4, uc >> 4); printf("%d %d\n", c + uc, sc * uc);
    int counts[256] = {0}; for (const unsigned char *p = (const unsigned char *)"caf\xc3\xa9 \xff\xff"; *p; p++) counts[*p]++; printf("%d %d %d\n", counts['c'], counts[0xff], counts[0xa9]); char up = 'z' - 'a' + 'A', next = '9' + 1; printf("%c %c %d\n", up, next, 'z' - 'a');
    unsigned char acc = 0; for (int i = 0; i < 1000; i++) acc += (unsigned char)i * 3; printf("%d\n", acc); char wrap = 127; wrap++; printf("%d\n", wrap); char *digits = "0123456789"; int v = 0; while (*digits) v = v * 3 + (*digits++ - '0'); printf("%d\n", v);
    return uc;
}
