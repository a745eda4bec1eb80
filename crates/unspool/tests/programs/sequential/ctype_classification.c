// ctype.h classification counts over ASCII and case mapping.
#include <stdio.h>
#include <ctype.h>
int main(void) {
    int n[11] = {0};
    for (int c = 0; c < 128; c++) { n[0] += !!isalpha(c); n[1] += !!isdigit(c); n[2] += !!isalnum(c); n[3] += !!isspace(c); n[4] += !!isupper(c); n[5] += !!islower(c); n[6] += !!ispunct(c); n[7] += !!isprint(c); n[8] += !!iscntrl(c); n[9] += !!isxdigit(c); n[10] += !!isgraph(c); }
    for (int i = 0; i < 11; i++) printf("%d ", n[i]); putchar('\n');
    for (const char *s = "Hello, World 42!\t_"; *s; s++) putchar(isupper((unsigned char)*s) ? tolower(*s) : toupper(*s)); putchar('\n');
    printf("%d %d %d %d\n", tolower('A'), toupper('z'), tolower('5'), toupper('\n')); printf("%d %d\n", !!isblank(' '), !!isblank('\n')); printf("%d\n", isalpha(-1));
    char w[] = "the title case"; int start = 1; for (char *p = w; *p; p++) { if (start) *p = toupper(*p); start = isspace(*p); } puts(w);
    return n[6];
}
