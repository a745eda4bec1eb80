// strtok and strtok_r tokenising, with runs of delimiters and changing delimiter sets.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[] = "  alpha,beta;;gamma , delta  "; int n = 0; for (char *t = strtok(line, " ,;"); t; t = strtok(NULL, " ,;")) printf("%d:%s ", n++, t); putchar('\n');
    char kv[] = "key=value with spaces\nsecond=line"; char *k = strtok(kv, "="), *v = strtok(NULL, "\n"), *rest = strtok(NULL, ""); printf("[%s] [%s] [%s]\n", k, v, rest);
    char empty[] = ",,,"; printf("%d\n", strtok(empty, ",") == NULL); char one[] = "single"; char *only = strtok(one, ","); printf("%s %d\n", only, strtok(NULL, ",") == NULL);
    char outer[] = "a b;c d e;f"; char *so, *si; int groups = 0, words = 0; for (char *g = strtok_r(outer, ";", &so); g; g = strtok_r(NULL, ";", &so)) { groups++; for (char *w = strtok_r(g, " ", &si); w; w = strtok_r(NULL, " ", &si)) { words++; printf("%s%d ", w, groups); } } printf("%d\n", words);
    return n * 10 + groups;
}
